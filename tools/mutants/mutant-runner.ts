import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import type { Reach } from './mutant-setup.ts';
import type { MutantResult, MutantTask } from './mutant-worker.ts';
import { mutantsOf } from './switches.ts';
import type { MutantTarget } from './targets.ts';

/** A test file, how long it takes, and the mutants that it reaches. */
interface TestFile {
  readonly file: string;
  readonly ms: number;
  readonly reach: Reach;
}

/** Runs the tests of a target against its mutants in one warm process, which is replaced if a mutant does not end. */
export class MutantRunner {
  readonly #target: MutantTarget;
  readonly #paths: readonly string[];
  readonly #files: TestFile[] = [];
  /** Mutants that each test file killed. */
  readonly #kills = new Map<string, number>();
  #worker: ChildProcess | undefined;

  constructor(target: MutantTarget) {
    this.#target = target;
    this.#paths = mutantsOf(target).map(({ path }) => path);
  }

  /** Runs all tests without a mutant, to learn which mutants they reach. */
  async start(): Promise<void> {
    for (const file of this.#target.tests) {
      const { ms, killedBy, reach } = await this.#run({ file }, 600_000);
      if (killedBy !== undefined || reach === undefined)
        throw new Error(`Without a mutant, ${file} fails: ${killedBy}`);
      this.#files.push({ file, ms, reach });
    }
  }

  /** Returns the test that kills a mutant, or undefined if it survives. Of the files that reach it, those that kill quickly come first. */
  async kill(mutant: number): Promise<string | undefined> {
    let isFresh = this.#files.some(({ reach }) => reach.loaded.includes(mutant));
    const runs = this.#files.flatMap((test) => (isFresh ? this.#near(test, mutant) : reaching(test, mutant)));
    const costOf = ({ file, ms }: { readonly file: string; readonly ms: number }): number =>
      ms / (1 + (this.#kills.get(file) ?? 0));
    for (const { ms, ...task } of runs.toSorted((one, other) => costOf(one) - costOf(other))) {
      const { killedBy } = await this.#run({ ...task, active: mutant, isFresh }, Math.round(8_000 + 10 * ms));
      if (killedBy !== undefined) {
        this.#kills.set(task.file, (this.#kills.get(task.file) ?? 0) + 1);
        return `${task.file}: ${killedBy}`;
      }
      isFresh = false;
    }
    return undefined;
  }

  stop(): void {
    this.#worker?.disconnect();
  }

  /** A mutant of what a file does while it loads can show in whatever test reaches the file. */
  #near({ file, ms, reach }: TestFile, mutant: number): readonly (MutantTask & { readonly ms: number })[] {
    const isNear = Object.values(reach.tests).some(({ hits }) =>
      hits.some(([hit]) => this.#paths[hit] === this.#paths[mutant]),
    );
    return isNear ? [{ file, ms }] : [];
  }

  async #run(task: MutantTask, limitMs: number): Promise<MutantResult> {
    const child = await this.#ready();
    child.send(task);
    const timer = AbortSignal.timeout(limitMs);
    const done = new AbortController();
    const signal = AbortSignal.any([timer, done.signal]);
    const ended = (killedBy: string) => (): MutantResult => ({ ms: 0, killedBy });
    const result = await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as MutantResult, ended('timeout')),
      once(child, 'exit', { signal }).then(ended('exit'), ended('timeout')),
    ]);
    done.abort();
    if (result.killedBy === 'timeout') child.kill('SIGKILL');
    return result;
  }

  async #ready(): Promise<ChildProcess> {
    if (this.#worker?.connected === true && !this.#worker.killed) return this.#worker;
    this.#worker = fork(new URL('mutant-worker.ts', import.meta.url), [this.#target.name], {
      execArgv: ['--conditions=@idvkit/source'],
    });
    await once(this.#worker, 'message');
    return this.#worker;
  }
}

/** Returns the run of the tests of a file that reach a mutant, if there are any. */
function reaching({ file, ms, reach }: TestFile, mutant: number): readonly (MutantTask & { readonly ms: number })[] {
  const tests = Object.entries(reach.tests).flatMap(([name, test]) => {
    const hit = test.hits.find(([number]) => number === mutant);
    return hit === undefined ? [] : [{ name, ms: test.ms, hits: hit[1] }];
  });
  if (tests.length === 0) return [];
  // A mutant that is reached much more often than its source is an endless loop.
  const maxHits = 10_000 + 20 * tests.reduce((sum, { hits }) => sum + hits, 0);
  // What is reached outside tests matters to all of them.
  if (tests.some(({ name }) => name === '')) return [{ file, ms, maxHits }];
  return [{ file, ms: tests.reduce((sum, test) => sum + test.ms, 0), maxHits, tests: tests.map(({ name }) => name) }];
}
