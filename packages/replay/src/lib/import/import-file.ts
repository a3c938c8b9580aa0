import type { ArchiveWriter } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';

import { checkBearer } from '../capture/bearer.ts';
import { redactHeaders, redactPath } from '../capture/redact.ts';
import { importReaders, type ImportFormat } from './formats.ts';
import { ImportProblem, type ImportedDelivery, type ReaderOptions } from './imported.ts';

/** A file to import. */
export interface ImportFile extends ReaderOptions {
  readonly format: ImportFormat;
  readonly input: AsyncIterable<Uint8Array>;
  readonly writer: ArchiveWriter;
  /** What the Authorization of deliveries is compared with; it is dropped after. */
  readonly secret?: string | undefined;
  readonly now: () => Date;
  readonly onCapture?: (captured: Captured) => void;
  readonly signal?: AbortSignal;
}

/** What came of a file. */
export interface ImportResult {
  readonly captures: number;
  /** Why parts were left out, and how many for each reason. */
  readonly skipped: ReadonlyMap<string, number>;
  /** What is wrong with the file from some place on; what came before was kept. */
  readonly problem?: string;
}

/** Imports the deliveries of a file as captures. Secrets in headers and queries are dropped. */
export async function importFile(file: ImportFile): Promise<ImportResult> {
  const skipped = new Map<string, number>();
  let captures = 0;
  try {
    for await (const part of importReaders[file.format](file.input, file)) {
      file.signal?.throwIfAborted();
      if (part.kind === 'skipped') {
        skipped.set(part.why, (skipped.get(part.why) ?? 0) + 1);
        continue;
      }
      file.onCapture?.(await keep(part.delivery, file));
      captures += 1;
    }
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    return { captures, skipped, problem: error.message };
  }
  return { captures, skipped };
}

async function keep(delivery: ImportedDelivery, { writer, format, secret, now }: ImportFile): Promise<Captured> {
  const { method, receivedAt, answer = null, fidelity, isComplete = true } = delivery;
  const authorization = delivery.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  let failure: unknown;
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      yield* delivery.body;
    } catch (error) {
      failure = error;
      throw error;
    }
    // Breaking off is how a writer is told that there was more.
    if (!isComplete) throw new Error('The file has less of the body than there was');
  }
  const staged = await writer.stage(body());
  if (failure !== undefined)
    throw failure instanceof Error ? failure : new Error('A body cannot be read', { cause: failure });
  return writer.commit(staged, {
    receivedAt: receivedAt ?? now().toISOString(),
    method,
    path: redactPath(delivery.path, secret),
    headers: redactHeaders(delivery.headers.flat(), secret),
    bearer: checkBearer(authorization, secret),
    answer,
    source: `import:${format}`,
    fidelity,
  });
}
