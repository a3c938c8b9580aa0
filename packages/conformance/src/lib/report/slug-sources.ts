import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import type { WordPart } from './shell-word.ts';

/** Place of a slug that the report does not show. */
export type SlugSource = { readonly ledger: string } | { readonly fixture: Exclude<WordPart, string> };

export type SlugSources = (slug: string) => SlugSource | undefined;

/** Creates the look-up of slugs: fixtures are in the configuration, created ones in the ledger. */
export function createSlugSources({ created, ledger, fixtures = {} }: ConformanceRun): SlugSources {
  const { openSlug, submittedSlug, deletedSlug, expiredSlug } = fixtures;
  const settings = [
    [openSlug, 'OPEN_SLUG', 'fixtures.openSlug'],
    [submittedSlug, 'SUBMITTED_SLUG', 'fixtures.submittedSlug'],
    [deletedSlug, 'DELETED_SLUG', 'fixtures.deletedSlug'],
    [expiredSlug, 'EXPIRED_SLUG', 'fixtures.expiredSlug'],
  ] as const;
  const listed = new Set(created);
  return (slug) => {
    const [, variable, meaning] = settings.find(([known]) => known === slug) ?? [];
    if (variable !== undefined) return { fixture: { variable, meaning } };
    return ledger !== undefined && listed.has(slug) ? { ledger } : undefined;
  };
}
