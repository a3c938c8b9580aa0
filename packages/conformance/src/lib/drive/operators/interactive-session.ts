import { ListFile, type ListFileKind } from '../calls/list-file.ts';

export type SessionState = 'asked' | 'submitted' | 'expired' | 'deleted';

export interface SessionEntry {
  readonly baseUrl: string;
  readonly formSlug: string;
  /** In full: a person and later runs have to find the application. */
  readonly slug: string;
  readonly formUrl?: string;
  readonly state: SessionState;
}

const SESSION: ListFileKind = {
  format: 'idvkit.interactive-session',
  list: 'applications',
  otherFormat: 'it is no interactive session',
  problem: (file, state) => ({
    code: 'operator-unusable',
    message: `Cannot continue with "${file}": ${state}.`,
    fix: 'Move it away to start again.',
  }),
};

type Place = Pick<SessionEntry, 'baseUrl' | 'formSlug'>;

/** File that lists what a person arranged, unless another is given. */
export const SESSION_FILE = 'idvkit.interactive.json';

/** Keeps what a person arranged in a file (0600), so that an interrupted run can be resumed. */
export class InteractiveSession {
  readonly #file: ListFile<SessionEntry>;
  readonly #place: Place;
  #entries: readonly SessionEntry[] = [];

  private constructor(file: string, place: Place) {
    this.#file = new ListFile(file, SESSION);
    this.#place = place;
  }

  static async open(file: string, place: Place): Promise<InteractiveSession> {
    const session = new InteractiveSession(file, place);
    session.#entries = await session.#file.read();
    return session;
  }

  get applications(): readonly SessionEntry[] {
    const { baseUrl, formSlug } = this.#place;
    return this.#entries.filter((entry) => entry.baseUrl === baseUrl && entry.formSlug === formSlug);
  }

  async note(slug: string, state: SessionState, formUrl?: string): Promise<void> {
    const known = this.#entries.find((entry) => entry.slug === slug);
    const url = formUrl ?? known?.formUrl;
    const entry = { ...this.#place, slug, ...(url === undefined ? {} : { formUrl: url }), state };
    this.#entries = [...this.#entries.filter((each) => each !== known), entry];
    await this.#file.write(() => this.#entries);
  }
}
