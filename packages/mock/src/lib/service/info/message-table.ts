import { PLATFORM_LOCALES, type PlatformLocale } from '@idvkit/schema';

import { catalogue } from './messages/catalogue.ts';

const { en } = catalogue;

/** All texts of the platform's form: their names once, and for each locale the texts in the order of the names. */
export interface MessageTable {
  readonly keys: readonly string[];
  readonly locales: Readonly<Record<PlatformLocale, readonly string[]>>;
}

// What the mock asks of its user is not text of the platform.
const groups = (Object.keys(en) as (keyof typeof en)[]).filter((group) => group !== 'simulation');

function keysOf(group: keyof typeof en): readonly string[] {
  return Object.keys(en[group]);
}

function textsOf(locale: PlatformLocale): readonly string[] {
  return groups.flatMap((group) => {
    const texts: Readonly<Record<string, string>> = catalogue[locale][group];
    // Every locale has the keys of English: the catalogue does not compile otherwise.
    return keysOf(group).map((key) => texts[key] ?? '');
  });
}

/** The table of texts of an info response, by `group.key`. An object per locale would be a third larger. */
export const messageTable: MessageTable = {
  keys: groups.flatMap((group) => keysOf(group).map((key) => `${group}.${key}`)),
  // One entry per locale of the platform.
  locales: Object.fromEntries(PLATFORM_LOCALES.map((locale) => [locale, textsOf(locale)])) as Record<
    PlatformLocale,
    readonly string[]
  >,
};
