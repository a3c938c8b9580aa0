import { CliError, counted } from '@idvkit/cli-kit';
import { at, objectAt } from '@idvkit/json';

import { recogniseRequest } from '../judge/expectation/recognise-request.ts';
import { isCached, type RecordedCall } from './har-entry.ts';
import { readHarFile } from './har-file.ts';
import type { Intake } from './intake.ts';
import type { RecognisedTrafficCall } from './observed-traffic.ts';
import { readNote, type RecordingFile } from './recording.ts';

/** Traffic of an HTTP archive. */
export interface ReadHar {
  readonly notes: readonly string[];
  readonly calls: readonly RecognisedTrafficCall[];
  readonly deliveries: readonly RecordedCall[];
}

/** Reads an HTTP archive: calls and deliveries. @throws {CliError} `har-masked` if it is a report. */
export async function readHar(
  file: RecordingFile,
  { baseUrl, intake }: { readonly baseUrl: string | undefined; readonly intake: Intake },
  signal?: AbortSignal,
): Promise<ReadHar> {
  const calls: RecognisedTrafficCall[] = [];
  const deliveries: RecordedCall[] = [];
  const left = { other: 0, cached: 0, preflight: 0 };
  const elsewhere = new Set<string>();

  const sort = (entry: unknown, read: RecordedCall, number: number): void => {
    const call = { ...read, number: `${file.idPrefix}${number}` };
    const recognised = recogniseRequest(call.method, call.url, baseUrl);
    if (isCached(entry, call)) left.cached += 1;
    else if (recognised.endpoint === 'other' && isDelivery(call)) deliveries.push(intake.delivery(call));
    else if (recognised.endpoint === 'other') {
      left.other += 1;
      const base = serviceAddressIn(call.url);
      if (base !== undefined) elsewhere.add(base);
    } else if (call.method.toUpperCase() === 'OPTIONS') left.preflight += 1;
    else calls.push(intake.count({ ...recognised, ...call }));
  };

  const { entries, tooLarge } = await readHarFile(file, {
    keeper: intake.keeper,
    onEntry: (entry, call, number) => {
      if (at(entry, '_idvkit', 'masked') === true) throw maskedHar(file.name);
      if (!intake.isFull) sort(entry, call, number);
    },
    isFull: () => intake.isFull,
    signal,
  });
  const note = readNote(counted(entries, 'entry', 'entries'), [
    [left.other, 'to other addresses'],
    [left.cached, 'from a cache'],
    [left.preflight, 'asked of a browser before a call'],
    [tooLarge, 'too large to read'],
  ]);
  const hint = `Some of them call endpoints of the service under ${[...elsewhere].slice(0, 3).join(', ')}: give it as --base-url.`;
  return { notes: elsewhere.size === 0 ? [note] : [note, hint], calls, deliveries };
}

/** Returns the address in front of the path of an endpoint, if it has a path of its own: that of a gateway. */
function serviceAddressIn(url: string): string | undefined {
  const parsed = URL.parse(url);
  const [, base] = ENDPOINT.exec(parsed?.pathname ?? '') ?? [];
  return parsed === null || base === undefined ? undefined : parsed.origin + base;
}

const ENDPOINT =
  /^(\/.+)\/[A-Za-z-]+\/api\/forms\/[^/]+\/(?:create|applied-forms\/[^/]+\/(?:result|info|submit|hook-submit))\/$/;

function maskedHar(name: string): CliError {
  return new CliError({
    code: 'har-masked',
    message: `Cannot check "${name}": idvkit wrote it, and its values are masked.`,
    fix: 'Give the recording itself, or read the JSON report of the run.',
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
