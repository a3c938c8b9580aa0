import { ArchiveError, archiveMalformed, readArchive, readBody, type ReadCapture } from '@idvkit/archive/read';
import { systemErrorState } from '@idvkit/cli-kit';
import { stringAt } from '@idvkit/json';
import type { Captured } from '@idvkit/schema/formats';

import { BodyKeeper } from '../observe/body-keeper.ts';
import type { MessageBody } from '../observe/message-body.ts';
import type { Delivery } from '../observe/observation.ts';
import { counted } from '../report/texts.ts';
import { readNote, recordedContext, type Recording, type RecordingOptions } from './recording.ts';
import { undecidableWherePartial } from './undecidable.ts';

const MAX_CAPTURES = 100_000;

/** Reads an archive of `idv-replay capture` and verifies its checksums. @throws {CliError} `archive-malformed`. */
export async function readCaptures(
  { path, name }: { readonly path: string; readonly name: string },
  options: RecordingOptions,
  signal?: AbortSignal,
): Promise<Recording> {
  const { captures, erased, torn } = await readArchive(path, { name, signal });
  const keeper = new BodyKeeper();
  const deliveries: Delivery[] = [];
  const seen = new Set<string>();
  const left = { again: 0, cut: 0 };
  for (const capture of captures.slice(0, MAX_CAPTURES)) {
    signal?.throwIfAborted();
    const { sha256, complete } = capture.captured.body;
    if (!complete) left.cut += 1;
    else if (seen.has(sha256)) left.again += 1;
    else {
      seen.add(sha256);
      deliveries.push(deliveryOf(capture.captured, await keepBody(capture, name, keeper)));
    }
  }
  const note = readNote(counted(captures.length + erased, 'capture'), [
    [left.again, 'that came before, byte for byte'],
    [left.cut, 'that broke off'],
    [erased, 'whose bodies were erased'],
  ]);
  return {
    observations: deliveries.toSorted((one, other) => one.at - other.at),
    target: { baseUrl: options.baseUrl ?? '', formSlug: options.formSlug ?? '', kind: 'recorded' },
    context: recordedContext(options.baseUrl),
    undecidable: (id) => undecidableWherePartial(id, { isPlaced: options.baseUrl !== undefined, hasSecret: true }),
    notes: [note, ...(torn > 0 ? [`Left out ${counted(torn, 'line')} of the journal that a crash tore off.`] : [])],
    ...(captures.length > MAX_CAPTURES ? { stopped: `Only the first ${MAX_CAPTURES} captures were read` } : {}),
    secrets: [],
  };
}

function deliveryOf(captured: Captured, body: MessageBody): Delivery {
  const at = Date.parse(captured.receivedAt);
  const slug = stringAt(body.json, 'application', 'slug');
  return {
    kind: 'delivery',
    id: `d${captured.id}`,
    at,
    receiver: 'capture',
    bearer: captured.bearer === 'not-checked' ? 'unknown' : captured.bearer,
    request: { method: captured.method, url: captured.path, headers: captured.headers, body },
    answer: captured.answer === null ? { kind: 'none' } : { kind: 'status', status: captured.answer, at },
    ...(slug === undefined ? {} : { slug }),
  };
}

/** Reads a whole body to verify its checksum, and keeps its beginning. */
async function keepBody(
  { captured: { id }, body }: ReadCapture,
  name: string,
  keeper: BodyKeeper,
): Promise<MessageBody> {
  const kept: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of readBody(body)) {
      if (size < keeper.limit) kept.push(Buffer.from(part));
      size += part.byteLength;
    }
  } catch (cause) {
    throw archiveMalformed(name, `the body of capture ${id} ${stateOf(cause)}`, cause);
  }
  return keeper.keep(Buffer.concat(kept), size);
}

function stateOf(error: unknown): string {
  if (!(error instanceof ArchiveError)) return `cannot be read: ${systemErrorState(error)}`;
  return error.code === 'body-missing' ? 'is missing' : 'does not match its checksum';
}
