import { writeSync } from 'node:fs';
import { relative } from 'node:path';

import type { Reporter, SerializedError, TestModule } from 'vitest/node';

import type { EndedChecks } from '../checks/checks.ts';
import { isProof, SEED } from './sample.ts';

type Counts = { passed: number; failed: number; skipped: number; pending: number };

/** Milliseconds that a test may take. Longer proofs have commands of their own. */
const LONG_MS = 20_000;

/**
 * Ends a test run with the names of the failed tests and `N passed, N failed[, N skipped]`, alone on the last line of stdout.
 *
 * The line is written while the process exits, because the coverage table comes after the last reporter event. The
 * number of failures is above zero exactly when the exit code is not zero: files that cannot be loaded, failing hooks,
 * unhandled errors, missed coverage, failed checks and interrupted runs count too.
 */
export class ClosingLine implements Reporter {
  #counts: Counts | undefined;
  readonly #runChecks: (() => Promise<EndedChecks>) | undefined;
  #checks: Promise<EndedChecks> | undefined;
  readonly #failed: string[] = [];
  /** Commands that run the failed files with the same values. */
  readonly #repeats = new Set<string>();
  readonly #long: string[] = [];
  /** Servers whose tests were skipped. */
  readonly #missing = new Set<string>();

  /** @param runChecks Starts checks that run next to the tests. Default: none. */
  constructor(runChecks?: () => Promise<EndedChecks>) {
    this.#runChecks = runChecks;
  }

  onInit(): void {
    this.#checks = this.#runChecks?.();
    process.once('exit', (code) => {
      const failed = listed('Failed', this.#failed) + listed('Repeat with', [...this.#repeats]);
      const long = listed(`Longer than ${LONG_MS / 1000} s`, this.#long);
      writeSync(1, `\n${long}${failed}${this.#howToStart()}${this.#line(code)}\n`);
    });
  }

  async onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): Promise<void> {
    const counts: Counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const failedBefore = counts.failed;
      for (const test of module.children.allTests()) {
        const name = `${module.relativeModuleId}: ${test.fullName}`;
        const { state } = test.result();
        counts[state] += 1;
        const [server] = state === 'skipped' ? (/Redis|PostgreSQL/.exec(test.fullName) ?? []) : [];
        if (server !== undefined) this.#missing.add(server);
        if (state === 'failed') this.#failed.push(name);
        const { duration = 0 } = test.diagnostic() ?? {};
        if (duration > LONG_MS) this.#long.push(`${Math.round(duration / 1000)} s  ${name}`);
      }
      if (counts.failed === failedBefore && module.state() === 'failed') {
        counts.failed += 1;
        this.#failed.push(module.relativeModuleId);
      }
      if (counts.failed > failedBefore) this.#repeats.add(repeat(module.moduleId));
    }
    const checks = await this.#checks;
    if (checks !== undefined && checks.failed.length > 0) {
      writeSync(1, `\n${checks.output}`);
      counts.failed += checks.failed.length;
      this.#failed.push(...checks.failed);
      process.exitCode = 1;
    }
    this.#counts = counts;
  }

  /** Says how to run the tests that were skipped because a server is not there. */
  #howToStart(): string {
    if (this.#missing.size === 0) return '';
    return `Skipped tests need ${[...this.#missing].join(' and ')}: run "redis-server" and "pg_ctlcluster 15 main start", or set IDVKIT_TEST_REDIS_URL and IDVKIT_TEST_POSTGRES_URL.\n`;
  }

  #line(code: number): string {
    if (!this.#counts) return '0 passed, 1 failed';
    const { passed, skipped } = this.#counts;
    const failed = this.#counts.failed + this.#counts.pending || (code === 0 ? 0 : 1);
    return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  }
}

/** Returns the command that runs a test file with the same values. */
function repeat(file: string): string {
  return `${isProof ? `IDVKIT_SEED=${SEED} ` : ''}pnpm exec vitest run ${relative(process.cwd(), file)}`;
}

function listed(title: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${title}:\n${names.map((name) => `  ${name}\n`).join('')}\n`;
}
