import { ArchiveError, archiveMalformed, readArchive, readBody } from '@idvkit/archive';
import { systemErrorState, counted } from '@idvkit/cli-kit';
import { stringAt } from '@idvkit/json';
import type { Captured } from '@idvkit/schema/formats';

import type { MessageBody } from '../observe/message-body.ts';
import type { Delivery } from '../observe/observation.ts';
import type { Intake } from './intake.ts';
import { readNote, type RecordingFile } from './recording.ts';

/** Reads an archive of `idvkit capture` and verifies its checksums. @throws {CliError} `archive-malformed`. */
export async function readCaptures(
  { path, name, idPrefix }: RecordingFile,
  intake: Intake,
  signal?: AbortSignal,
): Promise<{ readonly captured: readonly Delivery[]; readonly notes: readonly string[] }> {
  const { captures, erased } = readArchive(path, { name, signal });
  const captured: Delivery[] = [];
  const left = { again: 0, cut: 0 };
  for (const capture of captures) {
    if (intake.isFull) break;
    signal?.throwIfAborted();
    const { id, body } = capture;
    if (!body.complete) left.cut += 1;
    else if (intake.isReplay(body.sha256)) left.again += 1;
    else {
      const kept = await keepBody(capture, { archive: path, name }, intake);
      captured.push(intake.count(deliveryOf(capture, `d${idPrefix}${id}`, kept)));
    }
  }
  const note = readNote(counted(captures.length + erased, 'capture'), [
    [left.again, 'that came before, byte for byte'],
    [left.cut, 'that broke off'],
    [erased, 'whose bodies were erased'],
  ]);
  return { captured, notes: [note] };
}

function deliveryOf(captured: Captured, id: string, body: MessageBody): Delivery {
  const at = Date.parse(captured.receivedAt);
  const slug = stringAt(body.json, 'application', 'slug');
  return {
    kind: 'delivery',
    id,
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
  { id, body }: Captured,
  { archive, name }: { readonly archive: string; readonly name: string },
  { keeper }: Intake,
): Promise<MessageBody> {
  const kept: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of readBody({ archive, id, body })) {
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
