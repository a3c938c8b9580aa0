import { readJsonFile, writeFileAtomic } from '@idvkit/cli-kit';
import { arrayAt, stringAt } from '@idvkit/json';

import { RunProblemError } from '../calls/run-problem.ts';

/** How far a person has come with an application. */
export type SessionState = 'asked' | 'submitted' | 'expired' | 'deleted';

/** One application that a person was asked about. */
export interface SessionEntry {
  readonly baseUrl: string;
  readonly formSlug: string;
  /** In full: a person, and a later run, have to find the application. */
  readonly slug: string;
  readonly formUrl?: string;
  readonly state: SessionState;
}

interface SessionFile {
  readonly format: 'idvkit.interactive-session';
  readonly version: 1;
  readonly applications: readonly SessionEntry[];
}

/** What a person has arranged, kept in a file (0600) so that a run that was left can be gone on with. */
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

  /** @throws {RunProblemError} `operator-unusable` if the file is something else, or cannot be read. */
  static async open(file: string, place: Pick<SessionEntry, 'baseUrl' | 'formSlug'>): Promise<InteractiveSession> {
    return new InteractiveSession(file, place, await readEntries(file));
  }

  /** Applications of this target and form, in the order in which they were asked about. */
  get applications(): readonly SessionEntry[] {
    const { baseUrl, formSlug } = this.#place;
    return this.#entries.filter((entry) => entry.baseUrl === baseUrl && entry.formSlug === formSlug);
  }

  /** Notes how far an application is. @returns once it is on the disk. */
  async note(slug: string, state: SessionState, formUrl?: string): Promise<void> {
    const before = this.#entries.findIndex((entry) => entry.slug === slug);
    const known = before < 0 ? undefined : this.#entries.splice(before, 1)[0];
    const url = formUrl ?? known?.formUrl;
    this.#entries.push({ ...this.#place, slug, ...(url === undefined ? {} : { formUrl: url }), state });
    await this.#save();
  }

  async #save(): Promise<void> {
    // One write after the other, each with all that is known: the last one wins.
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
  // Written by this class: entries are kept as they are.
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
