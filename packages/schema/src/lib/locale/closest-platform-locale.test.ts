import { describe, expect, it } from 'vitest';

import { closestPlatformLocale } from './closest-platform-locale.ts';
import { PLATFORM_LOCALES } from './platform-locales.ts';

describe('closestPlatformLocale()', () => {
  it.each(PLATFORM_LOCALES)('keeps %s', (locale) => {
    expect(closestPlatformLocale(locale)).toBe(locale);
  });

  it.each([
    ['en-GB', 'en'],
    ['th-TH', 'th'],
    ['TH', 'th'],
    ['zh', 'zh-hans'],
    ['zh-CN', 'zh-hans'],
    ['zh-SG', 'zh-hans'],
    ['zh-TW', 'zh-hant'],
    ['zh-HK', 'zh-hant'],
    ['zh-Hant-CN', 'zh-hant'],
    ['ar-EG-u-nu-latn', 'ar'],
    ['ms-Arab', 'ms'],
    ['in', 'id'],
  ])('finds that %s is %s', (tag, locale) => {
    expect(closestPlatformLocale(tag)).toBe(locale);
  });

  it.each(['ko', 'pt-BR', 'en_GB', '', 'zh_TW', '*'])('has none for %j', (tag) => {
    expect(closestPlatformLocale(tag)).toBeUndefined();
  });
});
