import { PLATFORM_LOCALES } from '@idvkit/schema';
import { describe, expect, it } from 'vitest';

import { catalogue } from './catalogue.ts';

/** The script that most of a locale's letters are in. */
const SCRIPTS = {
  en: 'Latin',
  th: 'Thai',
  'zh-hans': 'Han',
  'zh-hant': 'Han',
  km: 'Khmer',
  my: 'Myanmar',
  lo: 'Lao',
  ms: 'Latin',
  vi: 'Latin',
  id: 'Latin',
  ja: 'Han}\\p{Script=Hiragana}\\p{Script=Katakana',
  hi: 'Devanagari',
  ar: 'Arabic',
  ru: 'Cyrillic',
  de: 'Latin',
  es: 'Latin',
  fr: 'Latin',
} as const;

/** Words that are the same in every language, or that belong to a product. */
const FOREIGN = /AML|ID/g;

function textsOf(locale: keyof typeof catalogue): readonly (readonly [string, string])[] {
  return Object.entries(catalogue[locale]).flatMap(([group, texts]) =>
    Object.entries(texts).map(([key, text]) => [`${group}.${key}`, text] as const),
  );
}

describe('catalogue', () => {
  it('has the locales of the platform, in its order', () => {
    expect(Object.keys(catalogue)).toEqual([...PLATFORM_LOCALES]);
  });

  it.each(PLATFORM_LOCALES)('has the texts of English in %s, and no others', (locale) => {
    expect(textsOf(locale).map(([key]) => key)).toEqual(textsOf('en').map(([key]) => key));
  });

  it.each(PLATFORM_LOCALES)('is written in the script of %s', (locale) => {
    const own = new RegExp(`^[\\p{Script=${SCRIPTS[locale]}}\\p{Script=Common}\\p{Script=Inherited}]+$`, 'u');
    expect(textsOf(locale).filter(([, text]) => !own.test(text.replaceAll(FOREIGN, '')))).toEqual([]);
  });

  it.each(PLATFORM_LOCALES)('leaves no text of %s empty, padded or decomposed', (locale) => {
    expect(textsOf(locale).filter(([, text]) => text.trim() !== text || text === '')).toEqual([]);
    expect(textsOf(locale).filter(([, text]) => text !== text.normalize('NFC'))).toEqual([]);
  });

  it('repeats hardly any English in other languages', () => {
    const english = new Map(textsOf('en'));
    const same = PLATFORM_LOCALES.filter((locale) => locale !== 'en').flatMap((locale) =>
      textsOf(locale).flatMap(([key, text]) => (english.get(key) === text ? [`${locale} ${key} ${text}`] : [])),
    );
    expect(same).toEqual(['fr label.home_address_district District', 'fr label.home_address_province Province']);
  });

  it('writes both forms of Chinese in their own characters', () => {
    const simplified = new Map(textsOf('zh-hans'));
    const shared = textsOf('zh-hant').filter(([key, text]) => simplified.get(key) === text);
    expect(shared.length).toBeLessThan(20);
  });
});
