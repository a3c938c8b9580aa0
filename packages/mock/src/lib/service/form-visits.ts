import { createHash } from 'node:crypto';

/** Forms that are remembered; of more, the oldest are forgotten. Browsers that are told apart for each. */
const MAX_FORMS = 10_000;
const MAX_BROWSERS = 8;

/** Which browsers each form was opened in, by slug. A browser is known by a digest of what it calls itself. */
export type FormVisits = ReadonlyMap<string, ReadonlySet<string>>;

/** Remembers who opened a hosted form. */
export class VisitLog {
  readonly #visits = new Map<string, Set<string>>();

  add(slug: string, { headers }: Request): void {
    const known = this.#visits.get(slug) ?? new Set<string>();
    if (known.size >= MAX_BROWSERS) return;
    const digest = createHash('sha256').update(headers.get('user-agent') ?? '');
    known.add(digest.digest('base64url'));
    this.#visits.set(slug, known);
    const [oldest] = this.#visits.keys();
    if (this.#visits.size > MAX_FORMS && oldest !== undefined) this.#visits.delete(oldest);
  }

  clear(): void {
    this.#visits.clear();
  }

  get visits(): FormVisits {
    return this.#visits;
  }
}
