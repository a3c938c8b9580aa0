import { randomBytes } from 'node:crypto';

import {
  createPaint,
  createProgress,
  printable,
  readSecret,
  type CliContext,
  type ExitCode,
  type Io,
} from '@idvkit/cli-kit';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { findingKind, type LiveFinding } from '../proxy/live-findings.ts';
import type { Proxy, ProxyOptions } from '../proxy/start-proxy.ts';
import type { NotKept } from '../proxy/traffic-buffer.ts';
import { concludeJudging, exitCodeOf, prepareJudging, type JudgingOptions, type JudgingTools } from './judging.ts';

/** Options of `idv-conformance proxy`. */
export interface ProxyCommandOptions extends JudgingOptions {
  readonly upstream: string;
  readonly port: number;
  readonly receiverTo?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly formSlug?: string | undefined;
  readonly inputParameter?: readonly string[] | undefined;
  readonly baseline?: string | undefined;
}

/** What the command takes from outside, so that tests can put something else in its place. */
export interface ProxyCommandTools extends JudgingTools {
  readonly startProxy: (options: ProxyOptions) => Promise<Proxy>;
}

/**
 * Stands between a client and the service until it is interrupted, tells findings as they come, and reports at the end.
 *
 * @throws {CliError} if what was given is wrong, or it cannot listen.
 */
export async function proxyCommand(
  options: ProxyCommandOptions,
  { io }: Pick<CliContext, 'io'>,
  tools: ProxyCommandTools,
): Promise<ExitCode> {
  const judging = await prepareJudging(options, io);
  const { fingerprintKey = randomBytes(16).toString('hex') } = tools;
  const log = createLog(io, { clock: tools.clock, isQuiet: options.quiet === true });
  const { upstream, port, receiverTo, baseUrl, formSlug, inputParameter: inputParameters } = options;
  const proxy = await tools.startProxy({
    upstream,
    port,
    receiverTo,
    baseUrl,
    formSlug,
    inputParameters,
    webhookSecret: await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' }),
    only: judging.ids,
    fingerprintKey,
    onFinding: log.finding,
    onFailure: log.failure,
  });
  log.ready(proxy);
  await interruption(io.signal);
  log.closing();
  const run = await proxy.close();
  log.ended(run, proxy.notKept);
  return exitCodeOf(await concludeJudging(run, { judging, options, tools: { ...tools, fingerprintKey }, io }));
}

/** What is said on stderr while calls go through. */
interface ProxyLog {
  readonly ready: (proxy: Proxy) => void;
  readonly finding: (finding: LiveFinding) => void;
  readonly failure: (why: string) => void;
  readonly closing: () => void;
  readonly ended: (run: ConformanceRun, notKept: NotKept) => void;
}

function createLog(
  io: Io,
  { clock, isQuiet }: { readonly clock: { now(): number }; readonly isQuiet: boolean },
): ProxyLog {
  const paint = createPaint(io.stderr, io.env);
  const progress = createProgress({ io, clock });
  const told: LiveFinding[] = [];
  const failures = new Map<string, number>();
  const say = (line: string): void => {
    if (!isQuiet) progress.message(line);
  };
  return {
    ready: ({ url, receiverUrl }) => {
      // Even a quiet proxy has to say where it is.
      progress.message(`Proxy on ${url}: call it in place of the service. Ctrl-C ends it and reports.`);
      if (receiverUrl !== undefined) say(`Deliveries go through ${receiverUrl}: enter that in the portal.`);
    },
    finding: (finding) => {
      told.push(finding);
      const [symbol, style] = finding.level === 'must' ? (['✗', 'red'] as const) : (['!', 'yellow'] as const);
      say(`${paint(style, symbol)} ${paint('bold', finding.rule)}  ${finding.message}`);
      say(`  ${paint('cyan', finding.observation)} ${printable(finding.summary, Math.max(40, io.stderr.columns - 8))}`);
    },
    failure: (why) => {
      const before = failures.get(why) ?? 0;
      failures.set(why, before + 1);
      if (before === 0) say(why);
    },
    closing: () => say('Judging what went through…'),
    ended: (run, notKept) => {
      progress.end();
      for (const line of notes(run, notKept, told, failures)) say(line);
    },
  };
}

function* notes(
  { outcomes }: ConformanceRun,
  { other, preflight, calls, bodies }: NotKept,
  told: readonly LiveFinding[],
  failures: ReadonlyMap<string, number>,
): Generator<string> {
  const left = [
    [other, 'to other addresses'],
    [preflight, 'asked of a browser before a call'],
    [calls, 'beyond those that are kept'],
  ] as const;
  const leftOut = left.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (leftOut.length > 0) yield `Went through without being judged: ${leftOut.join(', ')}.`;
  if (bodies > 0) yield `${bodies} bodies were too large to be kept whole: what depends on them is not judged.`;
  for (const [why, count] of failures) if (count > 1) yield `${why}: ${count} times.`;
  const standing = new Set(
    outcomes.flatMap(({ rule, findings }) => findings.map(({ message }) => findingKind(rule.id, message))),
  );
  const broken = new Set<string>(outcomes.filter((outcome) => outcome.failures > 0).map(({ rule }) => rule.id));
  // A rule lists so many findings and no more: one that is broken all the same was not withdrawn.
  const withdrawn = told.filter(({ rule, message }) => !standing.has(findingKind(rule, message)) && !broken.has(rule));
  for (const { rule, observation } of withdrawn) {
    yield `Withdrawn: ${rule} (${observation}). What came later leaves open what had to be answered there.`;
  }
}

function interruption(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
