import type { PlatformLocale } from '@idvkit/schema';

interface LocaleFacts {
  /** BCP 47 tag, for `lang` and for names of countries. */
  readonly tag: string;
  /** What its speakers call it. */
  readonly name: string;
}

/** What a page needs to know of each locale beside its texts. */
export const locales: Readonly<Record<PlatformLocale, LocaleFacts>> = {
  en: { tag: 'en', name: 'English' },
  th: { tag: 'th', name: 'ไทย' },
  'zh-hans': { tag: 'zh-Hans', name: '简体中文' },
  'zh-hant': { tag: 'zh-Hant', name: '繁體中文' },
  km: { tag: 'km', name: 'ខ្មែរ' },
  my: { tag: 'my', name: 'မြန်မာ' },
  lo: { tag: 'lo', name: 'ລາວ' },
  ms: { tag: 'ms', name: 'Bahasa Melayu' },
  vi: { tag: 'vi', name: 'Tiếng Việt' },
  id: { tag: 'id', name: 'Bahasa Indonesia' },
  ja: { tag: 'ja', name: '日本語' },
  hi: { tag: 'hi', name: 'हिन्दी' },
  ar: { tag: 'ar', name: 'العربية' },
  ru: { tag: 'ru', name: 'Русский' },
  de: { tag: 'de', name: 'Deutsch' },
  es: { tag: 'es', name: 'Español' },
  fr: { tag: 'fr', name: 'Français' },
};

export function directionOf(locale: PlatformLocale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}
