import { randomInt } from 'node:crypto';

import type { Archive } from '@idvkit/archive';
import { CliError, type Io } from '@idvkit/cli-kit';
import type { SendPlan } from '@idvkit/schema/formats';

import { findOverlap } from '../edit/set-value.ts';
import { requireAllowedHost } from './allowed-host.ts';
import { toFilter } from './filter-options.ts';
import { onJournalProblem, selectCaptures } from './select-captures.ts';
import type { SendOptions } from './send-options.ts';

/** Deliveries under way at a time where a pace is kept: one that takes long must not hold up the next. */
const CONCURRENCY_AT_A_PACE = 100;

/** @throws {CliError} for options that do not go together, and hosts that are not allowed. */
export function checkSendOptions(references: readonly string[], options: SendOptions): void {
  const { to, fresh, asIs, images, set, pace, rate, resume } = options;
  if (resume !== undefined) {
    if (options.dryRun) throw usage('a run that is resumed has its plan', 'Give --dry-run without --resume.');
    if (references.length === 0 && to.length === 0) return;
    throw usage(
      'a run is to be resumed and another to begin',
      'Give --resume without captures and --to: the run knows them.',
    );
  }
  if (to.length === 0) throw usage('no receiver is named', 'Name one or more with --to.');
  if (fresh && asIs) throw usage('--as-is and --fresh exclude each other', 'Give one of them.');
  if (images !== undefined && !fresh) throw usage('--images is about fresh deliveries', 'Add --fresh.');
  if (pace && rate !== undefined) throw usage('--pace and --rate exclude each other', 'Give one of them.');
  const overlap = findOverlap(set);
  if (overlap) throw usage(`--set ${overlap[1]} is within ${overlap[0]}`, 'Set the outer value alone.');
  for (const target of to) requireAllowedHost(target, options.allowHost);
}

/**
 * Makes a plan of what was asked for.
 *
 * @throws {CliError} for captures that are not there.
 */
export async function planSend(
  references: readonly string[],
  options: SendOptions,
  { archive, io }: { readonly archive: Archive; readonly io: Io },
): Promise<SendPlan> {
  const { to, fresh, images, set, pace, rate } = options;
  const captures: number[] = [];
  const filter = await toFilter(options, { archive, io });
  if (filter !== undefined && references.length > 0) {
    throw usage('captures are named and filtered at once', 'Name them, or filter.');
  }
  if (filter === undefined && references.length === 0) {
    throw usage('no capture is named', 'Name some, or all, or filter with --type and the like.');
  }
  const chosen =
    filter === undefined ? selectCaptures(archive, references, io) : archive.list(filter, onJournalProblem(io));
  for await (const { captured } of chosen) captures.push(captured.id);
  const isPaced = pace !== undefined || rate !== undefined;
  return {
    mode: fresh ? 'fresh' : 'as-is',
    images: images ?? 'keep',
    set: [...set],
    headers: options.header.map(([name, value]) => [name, value]),
    targets: [...to],
    captures,
    times: options.times,
    order: options.order,
    seed: options.seed ?? randomInt(2 ** 31),
    pace: pace ?? (rate === undefined ? { kind: 'none' } : { kind: 'rate', perSecond: rate }),
    concurrency: options.concurrency ?? (isPaced ? CONCURRENCY_AT_A_PACE : 1),
    retrySpacingMs: options.retrySpacing,
    timeoutMs: options.timeout,
  };
}

function usage(state: string, fix: string): CliError {
  return new CliError({ code: 'send-unusable', message: `Cannot send: ${state}.`, fix });
}
