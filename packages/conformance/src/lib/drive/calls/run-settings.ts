import { DEFAULT_LOCALE, type AnswerInput } from '@idvkit/schema';

import type { JudgingContext } from '../../judge/rule/rule.ts';
import type { ConformanceRun } from './conformance-run.ts';
import type { RunOptions } from './run-options.ts';
import { RunProblemError } from './run-problem.ts';

export interface RunSettings {
  readonly lang: string;
  readonly concurrency: number;
  readonly ratePerSecond: number | undefined;
  readonly budget: Required<NonNullable<RunOptions['budget']>>;
  readonly isThorough: boolean;
  readonly callTimeoutMs: number;
  readonly patienceMs: number;
  readonly ledgerFile: string | undefined;
  readonly listen: { readonly host: string; readonly port: number };
}

/** File that lists what was created on a live target, unless another is given. */
export const LEDGER_FILE = 'idvkit.ledger.json';

const DEFAULTS = {
  mock: { concurrency: 8, ratePerSecond: undefined, applications: 200 },
  live: { concurrency: 2, ratePerSecond: 5, applications: 60 },
};

export function runSettings(options: RunOptions, kind: keyof typeof DEFAULTS): RunSettings {
  const defaults = DEFAULTS[kind];
  const { thorough = false } = options;
  const isFree = kind === 'mock' && (thorough || options.fuzz !== undefined);
  return {
    lang: options.lang ?? DEFAULT_LOCALE,
    concurrency: options.concurrency ?? defaults.concurrency,
    ratePerSecond: options.ratePerSecond ?? defaults.ratePerSecond,
    budget: {
      calls: Infinity,
      minutes: Infinity,
      applications: isFree ? Infinity : defaults.applications,
      ...options.budget,
    },
    isThorough: thorough,
    callTimeoutMs: (options.callTimeoutSeconds ?? 15) * 1000,
    patienceMs: (options.patienceSeconds ?? 60) * 1000,
    ledgerFile: kind === 'mock' || options.ledger === false ? undefined : (options.ledger ?? LEDGER_FILE),
    listen: listenAddress(options.receiver?.listen ?? '127.0.0.1:0'),
  };
}

export function judgingContext(
  { receiver }: RunOptions,
  driven: {
    readonly target: Pick<ConformanceRun['target'], 'baseUrl' | 'kind'>;
    readonly inputParameters: AnswerInput;
    readonly deliveryWithinMs: number;
  },
): JudgingContext {
  const { target, inputParameters, deliveryWithinMs } = driven;
  return {
    baseUrl: target.baseUrl,
    clockSkewSeconds: receiver?.clockSkewSeconds ?? 60,
    inputParameters,
    requireHttps: target.kind === 'live' && (receiver?.url?.startsWith('https:') ?? false),
    deliveryWithinMs,
  };
}

/** Reads the address of a target, without a trailing slash. @throws {RunProblemError} also for a query or a fragment. */
export function targetAddress(baseUrl: string, name = 'the address of the service'): string {
  const fix = 'Give the address in front of `/{lang}/api/forms/`, such as https://idv.example.com.';
  const { origin, pathname, search, hash } = httpAddress(baseUrl, { name, fix });
  if (search !== '' || hash !== '') {
    const message = `Cannot use ${name}: it has a query or a fragment.`;
    throw new RunProblemError({ code: 'options-invalid', message, fix });
  }
  return origin + pathname.replace(/(?<!\/)\/+$/, '');
}

/** Reads an http or https address without credentials. @throws {RunProblemError} if it is none. */
export function httpAddress(text: string, { name, fix }: { readonly name: string; readonly fix: string }): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  const message = `Cannot use ${name}: it is not an http or https address, or carries credentials.`;
  throw new RunProblemError({ code: 'options-invalid', message, fix });
}

/** Reads HOST:PORT. @throws {RunProblemError} if it is none. */
export function listenAddress(listen: string): { readonly host: string; readonly port: number } {
  const parts = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(listen);
  const port = Number(parts?.[2]);
  if (parts === null || port > 65_535) {
    throw new RunProblemError({
      code: 'options-invalid',
      message: 'Cannot use `receiver.listen`: it is not HOST:PORT.',
      fix: 'Give a host of this machine and a port up to 65535, such as 0.0.0.0:4030.',
    });
  }
  return { host: parts[1] ?? '', port };
}
