import type { ArchiveWriter, CaptureDetails } from '@idvkit/archive';
import { requestHeadProblem, type Captured } from '@idvkit/schema/formats';

import type { KnownDeliveries } from '../../archives/known-deliveries.ts';
import { checkBearer } from '../../capture/bearer.ts';
import { authorizations, redactHeaders, redactPath } from '../../capture/redact.ts';
import { importReaders, type ImportFormat } from './formats.ts';
import { ImportProblem, type ImportedDelivery } from './imported.ts';

export interface ImportFile {
  readonly format: ImportFormat;
  readonly input: AsyncIterable<Uint8Array>;
  readonly writer: ArchiveWriter;
  /** Deliveries of the archive; imported captures are added. */
  readonly known: KnownDeliveries;
  readonly secret?: string | undefined;
  readonly now: () => Date;
  readonly onCapture?: (captured: Captured) => void;
  readonly signal?: AbortSignal;
}

export interface ImportResult {
  readonly captures: number;
  /** Deliveries that the archive had before, which are not imported again. */
  readonly known: number;
  /** Why parts were left out, and how many for each reason. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Error in the file; deliveries before it were imported. */
  readonly problem?: string;
}

/** Imports the deliveries of a file as captures. Secrets in headers and queries are dropped. */
export async function importFile(file: ImportFile): Promise<ImportResult> {
  const skipped = new Map<string, number>();
  const skip = (why: string): void => void skipped.set(why, (skipped.get(why) ?? 0) + 1);
  const counts = { captures: 0, known: 0 };
  file.known.startFile();
  try {
    for await (const part of importReaders[file.format](file.input)) {
      file.signal?.throwIfAborted();
      const problem = part.kind === 'skipped' ? part.why : requestHeadProblem(part.delivery);
      if (part.kind === 'skipped' || problem !== undefined) {
        skip(part.kind === 'skipped' ? part.why : `a request that cannot be sent again, as ${problem}`);
        continue;
      }
      const kept = await keep(part.delivery, file);
      if (kept === 'no-delivery') skip('JSON without event.type');
      else if (kept === 'known') counts.known += 1;
      else {
        counts.captures += 1;
        file.onCapture?.(kept);
      }
    }
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    return { ...counts, skipped, problem: error.message };
  }
  return { ...counts, skipped };
}

/** Keeps a delivery. @returns its capture, or why there is none. */
async function keep(
  delivery: ImportedDelivery,
  { writer, known, format, secret, now }: ImportFile,
): Promise<Captured | 'known' | 'no-delivery'> {
  const { method, receivedAt, answer = null, fidelity, isComplete = true, isBare = false } = delivery;
  const rawHeaders = delivery.headers.flat();
  const bearers = authorizations(rawHeaders);
  const cutOff = new Error('The file has less of the body than there was');
  async function* body(): AsyncGenerator<Uint8Array> {
    yield* delivery.body;
    // An error marks the body as incomplete.
    if (!isComplete) throw cutOff;
  }
  const headers = redactHeaders(rawHeaders, secret);
  const taken = await writer.take(body(), { headers, fidelity });
  const { failure } = taken;
  if (failure !== undefined && failure !== cutOff) {
    await writer.discard(taken);
    throw failure instanceof Error ? failure : new Error('A body cannot be read', { cause: failure });
  }
  if (isBare && taken.summary.summary.type === undefined) {
    await writer.discard(taken);
    return 'no-delivery';
  }
  const details: CaptureDetails = {
    receivedAt: receivedAt ?? now().toISOString(),
    method,
    path: redactPath(delivery.path, secret),
    headers,
    // A file without the header says nothing: exports leave it out.
    bearer: bearers.length === 0 ? 'not-checked' : checkBearer(bearers, secret),
    answer,
    source: `import:${format}`,
    fidelity,
  };
  if (known.has({ ...details, body: taken, receivedAt })) {
    await writer.discard(taken);
    return 'known';
  }
  const captured = await writer.commit(taken, details);
  known.add(captured);
  return captured;
}
