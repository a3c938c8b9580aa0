import { CliError, collect, parseUrl } from '@idvkit/cli-kit';
import type { SendPlan } from '@idvkit/schema/formats';
import { InvalidArgumentError } from 'commander';

import { parseSetValue, type SetValue } from '../edit/set-value.ts';
import { parseExpectation, type Expectation } from '../send/expectation.ts';
import { parseHeaderOverride, type HeaderOverride } from '../send/request-headers.ts';
import type { FilterOptions } from './filter-options.ts';

/** A file to write a report to. */
export interface ReportTarget {
  readonly kind: 'json' | 'junit';
  readonly file: string;
}

/** Options of `idv-replay send`. */
export interface SendOptions extends FilterOptions {
  readonly dir: string;
  readonly to: readonly string[];
  readonly allowHost: readonly string[];
  readonly asIs?: true | undefined;
  readonly fresh?: true | undefined;
  readonly images?: SendPlan['images'] | undefined;
  readonly serveFor: number;
  readonly set: readonly SetValue[];
  readonly header: readonly HeaderOverride[];
  readonly times: number;
  readonly order: SendPlan['order'];
  readonly seed?: number | undefined;
  readonly pace?: SendPlan['pace'] | undefined;
  readonly rate?: number | undefined;
  readonly concurrency?: number | undefined;
  readonly retrySpacing: number;
  readonly timeout: number;
  readonly expect: Expectation;
  readonly report: readonly ReportTarget[];
  readonly baseline?: string | undefined;
  readonly recordBaseline?: string | undefined;
  readonly dryRun?: true | undefined;
  readonly reveal?: true | undefined;
  readonly resume?: string | undefined;
  readonly json?: true | undefined;
}

/** Turns what a parser says of a wrong value into a usage message. */
export function asArgument<Value>(parse: (text: string) => Value): (text: string) => Value {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof RangeError) throw new InvalidArgumentError(`${error.message}.`);
      throw error;
    }
  };
}

/** As {@link asArgument}, without repeating the value: it may be personal, or a secret. */
function asPrivateArgument<Value>(flag: string, parse: (text: string) => Value): (text: string) => Value {
  return (text) => {
    try {
      return parse(text);
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new CliError({
        code: 'option-unusable',
        message: `Cannot use ${flag}: ${cause.message}.`,
        fix: 'Run "idv-replay send --help" to see what it takes.',
        cause,
      });
    }
  };
}

export const collectSet = (text: string, before: readonly SetValue[]): readonly SetValue[] => [
  ...before,
  asPrivateArgument('--set', parseSetValue)(text),
];

export const collectHeader = (text: string, before: readonly HeaderOverride[]): readonly HeaderOverride[] => [
  ...before,
  asPrivateArgument('--header', parseHeaderOverride)(text),
];

export const collectTarget = (text: string, before: readonly string[]): readonly string[] =>
  collect(parseUrl(text), before);

export const collectReport = (text: string, before: readonly ReportTarget[]): readonly ReportTarget[] => {
  const [, kind, file] = /^(json|junit)=(.+)$/.exec(text) ?? [];
  if ((kind !== 'json' && kind !== 'junit') || file === undefined) {
    throw new InvalidArgumentError('Give a report as json=FILE or junit=FILE.');
  }
  return [...before, { kind, file }];
};

export const readExpectation: (text: string) => Expectation = asArgument(parseExpectation);

/** Reads `recorded`, or `10x` for ten times as fast. */
export function parsePace(text: string): SendPlan['pace'] {
  if (text === 'recorded') return { kind: 'recorded', factor: 1 };
  const factor = Number(/^(\d+(?:\.\d+)?)x$/.exec(text)?.[1] ?? 0);
  if (factor > 0) return { kind: 'recorded', factor };
  throw new InvalidArgumentError('Give recorded, or how many times as fast: 2x, 0.5x.');
}
