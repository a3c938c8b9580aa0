import { CliError } from '@idvkit/cli-kit';
import { counted } from '@idvkit/cli-kit/text';
import { at, objectAt } from '@idvkit/json';
import type { RecordedTraffic } from '@idvkit/schema/formats';

import { recogniseRequest } from '../judge/expectation/recognise-request.ts';
import { isCached, type RecordedCall } from './har-entry.ts';
import { readHarFile } from './har-file.ts';
import type { Intake } from './intake.ts';
import type { RecognisedTrafficCall } from './observed-traffic.ts';
import { otherObservations, ownObservation, type PlacedObservation } from './own-har.ts';
import { readNote, type Recording, type RecordingFile } from './recording.ts';
import { undecidableWhereMasked, undecidableWherePartial } from './undecidable.ts';

/** What an HTTP archive holds: traffic as somebody recorded it, or the observations of a run that wrote it. */
export interface ReadHar {
  readonly notes: readonly string[];
  readonly calls: readonly RecognisedTrafficCall[];
  readonly deliveries: readonly RecordedCall[];
  /** The whole recording, if a run wrote it. */
  readonly own?: Omit<Recording, 'notes'>;
}

/** Reads an HTTP archive: calls, deliveries and what they prove. Our own archives contain the observations. */
export async function readHar(
  file: RecordingFile,
  { baseUrl, intake }: { readonly baseUrl: string | undefined; readonly intake: Intake },
  signal?: AbortSignal,
): Promise<ReadHar> {
  const own: PlacedObservation[] = [];
  const calls: RecognisedTrafficCall[] = [];
  const deliveries: RecordedCall[] = [];
  const left = { other: 0, cached: 0, preflight: 0 };

  const sort = (entry: unknown, read: RecordedCall, number: number): void => {
    const call = { ...read, number: `${file.idPrefix}${number}` };
    const recognised = recogniseRequest(call.method, call.url, baseUrl);
    if (isCached(entry, call)) left.cached += 1;
    else if (recognised.endpoint === 'other' && isDelivery(call)) deliveries.push(intake.delivery(call));
    else if (recognised.endpoint === 'other') left.other += 1;
    else if (call.method.toUpperCase() === 'OPTIONS') left.preflight += 1;
    else calls.push(intake.count({ ...recognised, ...call }));
  };

  const head = await readHarFile(file, {
    keeper: intake.keeper,
    onEntry: (entry, call, number) => {
      if (intake.isFull) return undefined;
      if (at(entry, '_idvkit') === undefined) sort(entry, call, number);
      else {
        const placed = ownObservation(entry, call);
        if ('problem' in placed) return placed;
        own.push({ ...placed, observation: intake.count(placed.observation) });
      }
      return undefined;
    },
    isFull: () => intake.isFull,
    signal,
  });
  const note = readNote(counted(head.entries, 'entry', 'entries'), [
    [left.other, 'to other addresses'],
    [left.cached, 'from a cache'],
    [left.preflight, 'asked of a browser before a call'],
    [head.tooLarge, 'too large to read'],
  ]);
  const read = { notes: [note], calls, deliveries };
  if (head.own !== undefined) return { ...read, own: ownRecording(head.own, own, file.name) };
  if (own.length === 0) return read;
  throw new CliError({
    code: 'har-malformed',
    message: `Cannot check "${file.name}": this HAR was written by a run, but its _idvkit metadata is missing.`,
    fix: 'Give the archive as idv-conformance wrote it.',
  });
}

function ownRecording(
  traffic: RecordedTraffic,
  own: readonly PlacedObservation[],
  name: string,
): Omit<Recording, 'notes'> {
  const { target, context, complete } = traffic;
  if (target.kind === 'recorded' || target.kind === 'receiver') throw writtenOf(target.kind, name);
  return {
    observations: [...own, ...otherObservations(traffic)]
      .toSorted((one, other) => one.order - other.order)
      .map(({ observation }) => observation),
    target: { ...target, kind: 'recorded' },
    context: {
      baseUrl: target.baseUrl,
      clockSkewSeconds: context.clockSkewSeconds,
      requireHttps: context.requireHttps,
      inputParameters: {},
      ...(context.deliveryWithinMs === undefined ? {} : { deliveryWithinMs: context.deliveryWithinMs }),
    },
    undecidable: (id) =>
      undecidableWhereMasked(id) ??
      (target.kind === 'proxied' ? undecidableWherePartial(id, { isPlaced: true, hasSecret: true }) : undefined),
    ...(complete ? {} : { stopped: 'The run that wrote the archive ended early' }),
    secrets: [],
  };
}

/** Such an archive depends on more than its content. */
function writtenOf(kind: 'recorded' | 'receiver', name: string): CliError {
  return new CliError({
    code: 'har-secondhand',
    message: `Cannot check "${name}": it was written by ${kind === 'recorded' ? 'a check' : 'an audit of a receiver'}, not by a run.`,
    fix: kind === 'recorded' ? 'Give the recording that was checked.' : 'Repeat the audit itself, with its seed.',
  });
}

function isDelivery({ method, requestBody }: RecordedCall): boolean {
  const { json } = requestBody ?? {};
  return (
    method.toUpperCase() === 'POST' &&
    objectAt(json, 'event') !== undefined &&
    objectAt(json, 'application') !== undefined
  );
}

export function serviceOf(calls: readonly RecognisedTrafficCall[]): string {
  const origins = [...new Set(calls.map(({ url }) => new URL(url).origin))];
  if (origins.length <= 1) return origins[0] ?? '';
  throw new CliError({
    code: 'base-url-ambiguous',
    message: `Cannot identify the service: ${origins.length} hosts are called like it.`,
    fix: `Name one with --base-url: ${origins.slice(0, 3).join(', ')}${origins.length > 3 ? ', …' : ''}.`,
  });
}
