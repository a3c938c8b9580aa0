import type { StoredApplication } from './application.ts';

/** Applications by slug. It never changes: putting one in gives another collection, which shares almost all with this one. */
export interface Applications {
  get(slug: string): StoredApplication | undefined;
  /** With this application, in the place of the one of its slug. */
  with(application: StoredApplication): Applications;
  /** All of them, in the order in which they were created. */
  all(): readonly StoredApplication[];
}

/** Parts that the slugs are spread over: putting one in copies the list of parts, and one part. */
const PARTS = 256;

type Part = ReadonlyMap<string, StoredApplication>;

export function collectApplications(applications: Iterable<StoredApplication> = []): Applications {
  const parts = Array.from({ length: PARTS }, () => new Map<string, StoredApplication>());
  for (const application of applications) parts[partOf(application.slug)]?.set(application.slug, application);
  return collection(parts);
}

function collection(parts: readonly Part[]): Applications {
  return {
    get: (slug) => parts[partOf(slug)]?.get(slug),
    with: (application) => {
      const { slug } = application;
      const part = partOf(slug);
      return collection(parts.with(part, new Map(parts[part]).set(slug, application)));
    },
    all: () => parts.flatMap((part) => [...part.values()]).toSorted((one, other) => one.id - other.id),
  };
}

function partOf(slug: string): number {
  let hash = 0;
  for (let index = 0; index < slug.length; index += 1) hash = (hash * 31 + slug.charCodeAt(index)) | 0;
  return (hash >>> 0) % PARTS;
}
