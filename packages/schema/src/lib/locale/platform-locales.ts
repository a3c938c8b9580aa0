/** Locales of the platform, in the specification's order. @see Specification, "Endpoints" */
export const PLATFORM_LOCALES = [
  'en',
  'th',
  'zh-hans',
  'zh-hant',
  'km',
  'my',
  'lo',
  'ms',
  'vi',
  'id',
  'ja',
  'hi',
  'ar',
  'ru',
  'de',
  'es',
  'fr',
] as const;

/** Locale that is used where none fits. @see Specification, "Endpoints" */
export const DEFAULT_LOCALE = 'en';

/** One of the platform's locales. @see Specification, "Endpoints" */
export type PlatformLocale = (typeof PLATFORM_LOCALES)[number];

/** Returns true if `text` is a locale of the platform, letter case included. @see Specification, "Endpoints" */
export function isPlatformLocale(text: string): text is PlatformLocale {
  return PLATFORM_LOCALES.some((locale) => locale === text);
}
