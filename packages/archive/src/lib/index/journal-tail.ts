import { open, type FileHandle } from 'node:fs/promises';

import { systemErrorCode } from '@idvkit/cli-kit';

/** How far a journal was read. */
export interface JournalMark {
  readonly offset: number;
  readonly lines: number;
  /** The last bytes before `offset`, in hexadecimal: a journal that has others there is another one. */
  readonly tail: string;
}

export interface JournalPart {
  /** False where the journal is not the one that was read before; the part then begins at its beginning. */
  readonly continues: boolean;
  readonly lines: readonly string[];
  readonly mark: JournalMark;
}

export const beginning: JournalMark = { offset: 0, lines: 0, tail: '' };

const TAIL_BYTES = 64;
const PART_BYTES = 4 * 2 ** 20;
const NEWLINE = 0x0a;

/** Reads the lines that follow a mark, some megabytes at a time; a last line without its end is left for later. */
export async function readJournalPart(path: string, mark: JournalMark): Promise<JournalPart> {
  const file = await open(path).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return { continues: mark.offset === 0, lines: [], mark: beginning };
  try {
    const continues = (await tailAt(file, mark.offset)) === mark.tail;
    const from = continues ? mark : beginning;
    const part = await readLines(file, from.offset);
    const offset = from.offset + part.length;
    const lines = part.length === 0 ? [] : part.toString('utf8', 0, part.length - 1).split('\n');
    return {
      continues,
      lines,
      mark: { offset, lines: from.lines + lines.length, tail: await tailAt(file, offset) },
    };
  } finally {
    await file.close();
  }
}

async function tailAt(file: FileHandle, offset: number): Promise<string> {
  const start = Math.max(0, offset - TAIL_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(offset - start), 0, offset - start, start);
  return buffer.toString('hex', 0, bytesRead);
}

/** Bytes from `offset` to the last line end; a line longer than a part is read whole. */
async function readLines(file: FileHandle, offset: number): Promise<Buffer> {
  const left = (await file.stat()).size - offset;
  if (left <= 0) return Buffer.alloc(0);
  for (let size = Math.min(PART_BYTES, left); ; size *= 2) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, offset);
    const end = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE) + 1;
    if (end > 0 || bytesRead < size) return buffer.subarray(0, end);
  }
}
