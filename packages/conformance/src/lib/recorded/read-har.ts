import { CliError } from '@idvkit/cli-kit';
import { at, objectAt } from '@idvkit/json';

import { targetAddress } from '../drive/calls/run-settings.ts';
import { recogniseRequest } from '../judge/expectation/recognise-request.ts';
import { counted } from '../report/texts.ts';
import { isCached, type RecordedCall } from './har-entry.ts';
import { readHarFile } from './har-file.ts';
import { recordingOfTraffic, type RecognisedTrafficCall } from './observed-traffic.ts';
import { otherObservations, ownObservation, type PlacedObservation } from './own-har.ts';
import { readNote, type Recording, type RecordingOptions } from './recording.ts';
import { undecidableWhereMasked, undecidableWherePartial } from './undecidable.ts';

const MAX_OBSERVATIONS = 100_000;

/** Reads an HTTP archive: calls, deliveries and what they prove. Our own archives contain the observations. */
export async function readHar(
  file: { readonly path: string; readonly name: string },
  options: RecordingOptions,
  signal?: AbortSignal,
): Promise<Recording> {
  const baseUrl = options.baseUrl === undefined ? undefined : targetAddress(options.baseUrl);
  const own: PlacedObservation[] = [];
  const calls: RecognisedTrafficCall[] = [];
  const deliveries: RecordedCall[] = [];
  const left = { other: 0, cached: 0, preflight: 0 };

  const sort = (entry: unknown, call: RecordedCall): void => {
    const recognised = recogniseRequest(call.method, call.url, baseUrl);
    if (isCached(entry, call)) left.cached += 1;
    else if (recognised.endpoint === 'other' && isDelivery(call)) deliveries.push(call);
    else if (recognised.endpoint === 'other') left.other += 1;
    else if (call.method.toUpperCase() === 'OPTIONS') left.preflight += 1;
    else calls.push({ ...recognised, ...call });
  };
  const isFull = (): boolean => own.length + calls.length + deliveries.length >= MAX_OBSERVATIONS;

  const head = await readHarFile(
    file,
    {
      onEntry: (entry, call) => {
        if (isFull()) return undefined;
        if (at(entry, '_idvkit') === undefined) sort(entry, call);
        else {
          const placed = ownObservation(entry, call);
          if ('problem' in placed) return placed;
          own.push(placed);
        }
        return undefined;
      },
      isFull,
    },
    signal,
  );
  const stopped = isFull() ? `Only the first ${MAX_OBSERVATIONS} calls and deliveries were read` : undefined;
  const note = readNote(counted(head.entries, 'entry', 'entries'), [
    [left.other, 'to other addresses'],
    [left.cached, 'from a cache'],
    [left.preflight, 'asked of a browser before a call'],
    [head.tooLarge, 'too large to read'],
  ]);
  const common = { notes: [note], ...(stopped === undefined ? {} : { stopped }) };

  if (head.own !== undefined) {
    const { target, context, complete } = head.own;
    if (target.kind === 'recorded' || target.kind === 'receiver') throw writtenOf(target.kind, file.name);
    return {
      ...common,
      observations: [...own, ...otherObservations(head.own)]
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
      ...(complete || stopped !== undefined ? {} : { stopped: 'The run that wrote the archive ended early' }),
      secrets: [],
    };
  }
  if (own.length > 0) {
    throw new CliError({
      code: 'har-malformed',
      message: `Cannot check "${file.name}": this HAR was written by a run, but its _idvkit metadata is missing.`,
      fix: 'Give the archive as idv-conformance wrote it.',
    });
  }
  const service = baseUrl ?? serviceOf(calls);
  return { ...common, ...recordingOfTraffic({ calls, deliveries, service }, { ...options, baseUrl }) };
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

function serviceOf(calls: readonly RecognisedTrafficCall[]): string {
  const origins = [...new Set(calls.map(({ url }) => new URL(url).origin))];
  if (origins.length <= 1) return origins[0] ?? '';
  throw new CliError({
    code: 'base-url-ambiguous',
    message: `Cannot identify the service: ${origins.length} hosts are called like it.`,
    fix: `Name one with --base-url: ${origins.slice(0, 3).join(', ')}${origins.length > 3 ? ', …' : ''}.`,
  });
}
