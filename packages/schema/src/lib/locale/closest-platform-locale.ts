import { isPlatformLocale, type PlatformLocale } from './platform-locales.ts';

/**
 * Finds the locale of the platform for a language tag, as browsers and operating systems report them. A path with any other
 * `lang` is answered with a redirect that leads nowhere.
 *
 * @param tag BCP 47 language tag, such as `zh-TW` or `en-GB`.
 * @returns `undefined` where the platform has none for the language, and where `tag` is not a language tag.
 * @see Specification, "Endpoints"
 *
 * @example
 * closestPlatformLocale('zh-TW') // 'zh-hant'
 */
export function closestPlatformLocale(tag: string): PlatformLocale | undefined {
  const locale = safeLocale(tag);
  const { language = '', script = '' } = locale ?? {};
  return [`${language}-${script.toLowerCase()}`, language].find(isPlatformLocale);
}

function safeLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}
