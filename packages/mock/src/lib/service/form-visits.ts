import { createHash } from 'node:crypto';

/** Forms that are remembered; of more, the oldest are forgotten. Browsers that are told apart for each. */
const REMEMBERED_FORMS = 10_000;
const MAX_BROWSERS = 8;

/** Which browsers each form was opened in, by slug. A browser is known by a digest of what it calls itself. */
export type FormVisits = ReadonlyMap<string, ReadonlySet<string>>;

/** Remembers who opened a hosted form. */
export interface VisitLog {
  add(slug: string, request: Request): void;
  clear(): void;
  readonly visits: FormVisits;
}

/** Starts an empty log. */
export function createVisitLog(): VisitLog {
  const visits = new Map<string, Set<string>>();
  return {
    add: (slug, { headers }) => {
      const known = visits.get(slug) ?? new Set<string>();
      if (known.size >= MAX_BROWSERS) return;
      known.add(
        createHash('sha256')
          .update(headers.get('user-agent') ?? '')
          .digest('base64url'),
      );
      visits.set(slug, known);
      const [oldest] = visits.keys();
      if (visits.size > REMEMBERED_FORMS && oldest !== undefined) visits.delete(oldest);
    },
    clear: () => visits.clear(),
    visits,
  };
}
