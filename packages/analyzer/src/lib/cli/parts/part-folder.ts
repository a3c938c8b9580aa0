import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { cannot, checkValue, readJsonFile, writeFileAtomic } from '@idvkit/cli-kit';
import { analysisPart, type AnalysisPart, type AnalysisTask } from '@idvkit/schema/formats';

import { gather } from '../../input/gather.ts';
import { hashOf, rowsFile } from './run-task.ts';

/** Age of a temporary file whose worker is dead: an hour. */
const MAX_WRITING_MS = 3_600_000;

/** A folder of parts, which workers share. Each part is a file with the id of its task: whole, or not there. */
export class PartFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Returns true if the task has a part that is not damaged, and its rows. */
  async has({ id, options: { rows } }: AnalysisTask): Promise<boolean> {
    const files = rows ? [rowsFile(this.path, 'hits', id), rowsFile(this.path, 'submissions', id)] : [];
    try {
      await Promise.all(files.map((file) => stat(file)));
      const [part] = await gather(this.read([id]));
      return part !== undefined && part.sha256 === hashOf(part.summary);
    } catch {
      return false;
    }
  }

  /** Writes a part. If another worker has done the task too, its part is the same. */
  async write(part: AnalysisPart): Promise<void> {
    await writeFileAtomic(this.#file(part.task), `${JSON.stringify(part)}\n`);
  }

  /** Reads the parts of tasks, and skips tasks without one. @throws {CliError} `part-unusable` of a file that is not a part. */
  async *read(tasks: Iterable<string>): AsyncGenerator<AnalysisPart> {
    for (const task of tasks) {
      const fix = 'Let idvkit analyze work do the task again.';
      const unusable = cannot('part-unusable', `read the part "${this.#file(task)}"`, fix);
      const json = await readJsonFile(this.#file(task), { unusable, isOptional: true });
      if (json === undefined) continue;
      checkValue(analysisPart, json, unusable);
      // As it was read: the copy that was checked may have its members in another order, and so another checksum.
      yield json as AnalysisPart;
    }
  }

  /** Removes what workers that were killed while they wrote a part have left. A worker that lives writes a part in moments. */
  async sweep(nowMs: number): Promise<void> {
    const names = await readdir(this.path, { recursive: true }).catch(() => []);
    const temporary = names.filter((name) => /^\.[0-9a-f]{64}\.(?:json|parquet)\..*\.tmp$/.test(basename(name)));
    await Promise.all(
      temporary.map(async (name) => {
        const path = join(this.path, name);
        const found = await stat(path).catch(() => undefined);
        if (found && nowMs - found.mtimeMs > MAX_WRITING_MS) await rm(path, { force: true });
      }),
    );
  }

  #file(task: string): string {
    return join(this.path, `${task}.json`);
  }
}
