import { readJsonFile, writeFileAtomic } from '@idvkit/cli-kit';
import { arrayAt, stringAt } from '@idvkit/json';

import { RunProblemError } from '../calls/run-problem.ts';

export type SessionState = 'asked' | 'submitted' | 'expired' | 'deleted';

export interface SessionEntry {
  readonly baseUrl: string;
  readonly formSlug: string;
  /** In full: a person and later runs have to find the application. */
  readonly slug: string;
  readonly formUrl?: string;
  readonly state: SessionState;
}

interface SessionFile {
  readonly format: 'idvkit.interactive-session';
  readonly version: 1;
  readonly applications: readonly SessionEntry[];
}

/** Keeps what a person arranged in a file (0600), so that an interrupted run can be resumed. */
export class InteractiveSession {
  readonly #file: string;
  readonly #place: Pick<SessionEntry, 'baseUrl' | 'formSlug'>;
  readonly #entries: SessionEntry[];
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    file: string,
    place: Pick<SessionEntry, 'baseUrl' | 'formSlug'>,
    entries: readonly SessionEntry[],
  ) {
    this.#file = file;
    this.#place = place;
    this.#entries = [...entries];
  }

  static async open(file: string, place: Pick<SessionEntry, 'baseUrl' | 'formSlug'>): Promise<InteractiveSession> {
    return new InteractiveSession(file, place, await readEntries(file));
  }

  get applications(): readonly SessionEntry[] {
    const { baseUrl, formSlug } = this.#place;
    return this.#entries.filter((entry) => entry.baseUrl === baseUrl && entry.formSlug === formSlug);
  }

  async note(slug: string, state: SessionState, formUrl?: string): Promise<void> {
    const before = this.#entries.findIndex((entry) => entry.slug === slug);
    const known = before < 0 ? undefined : this.#entries.splice(before, 1)[0];
    const url = formUrl ?? known?.formUrl;
    this.#entries.push({ ...this.#place, slug, ...(url === undefined ? {} : { formUrl: url }), state });
    await this.#save();
  }

  async #save(): Promise<void> {
    // Writes are sequential and complete: the last one wins.
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  async #write(): Promise<void> {
    const content: SessionFile = { format: 'idvkit.interactive-session', version: 1, applications: this.#entries };
    try {
      await writeFileAtomic(this.#file, `${JSON.stringify(content, undefined, 2)}\n`);
    } catch (cause) {
      throw unusable(this.#file, 'it cannot be written', cause);
    }
  }
}

async function readEntries(file: string): Promise<readonly SessionEntry[]> {
  const content = await readJsonFile(file, {
    isOptional: true,
    unusable: (state, cause) => unusable(file, state, cause),
  });
  if (content === undefined) return [];
  const applications = arrayAt(content, 'applications');
  if (stringAt(content, 'format') !== 'idvkit.interactive-session' || applications === undefined) {
    throw unusable(file, 'it is no interactive session');
  }
  // This class wrote the entries.
  return applications as readonly SessionEntry[];
}

function unusable(file: string, state: string, cause?: unknown): RunProblemError {
  return new RunProblemError({
    code: 'operator-unusable',
    message: `Cannot go on with "${file}": ${state}.`,
    fix: 'Move it away to begin anew.',
    cause,
  });
}
