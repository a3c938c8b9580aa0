import { constants } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { FILES } from './archive-folder.ts';
import { formatCheckedLine, parseCheckedLine } from './journal-line.ts';
import { writeAll } from './write-parts.ts';

/** Reads the checksum of the last line of an archive's journal that was synced. @returns `undefined` if the file is missing or damaged. */
export async function readJournalEnd(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, FILES.journalEnd), 'utf8').catch(() => '');
  const read = parseCheckedLine(text.trimEnd());
  if ('problem' in read) return undefined;
  const { last } = Object(read.value) as { readonly last?: unknown };
  return typeof last === 'string' && /^[\da-f]{8}$/.test(last) ? last : undefined;
}

/** The file that names the last line of a journal that was synced, open for writing. It is written in place, and its size never changes: so the disk has either the old or the new name. */
export class JournalEnd {
  readonly #file: FileHandle;
  #last: string | undefined;

  private constructor(file: FileHandle, last: string | undefined) {
    this.#file = file;
    this.#last = last;
  }

  static async open(folder: string): Promise<JournalEnd> {
    const last = await readJournalEnd(folder);
    const file = await open(join(folder, FILES.journalEnd), constants.O_RDWR | constants.O_CREAT, 0o600);
    if (last === undefined) await file.truncate(0);
    return new JournalEnd(file, last);
  }

  /** Names a line that is on the disk. @returns once its name is, too. */
  async write(last: string): Promise<void> {
    if (last === this.#last) return;
    await writeAll(this.#file, Buffer.from(formatCheckedLine({ last })), 0);
    await this.#file.datasync();
    this.#last = last;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
