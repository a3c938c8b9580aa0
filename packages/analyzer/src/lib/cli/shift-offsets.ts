import type { DocumentSummary } from '@idvkit/schema/formats';

/** Counts the offsets of a document from the start of the input rather than from its own. */
export function shiftOffsets(document: DocumentSummary, by: number): DocumentSummary {
  if (by === 0) return document;
  const shifted = <Place extends { readonly offset: number }>(places: readonly Place[]): Place[] =>
    places.map((place) => ({ ...place, offset: place.offset + by }));
  return {
    ...document,
    offset: document.offset + by,
    providers: document.providers.map((provider) => ({
      ...provider,
      runs: provider.runs.map((run) => ({
        ...run,
        entries: run.entries.map((entry) => ({
          ...entry,
          hits: {
            ...entry.hits,
            largest: shifted(entry.hits.largest),
            ids: { ...entry.hits.ids, most: shifted(entry.hits.ids.most) },
          },
        })),
      })),
    })),
  };
}
