import type { PlatformLocale } from '@idvkit/schema';

import type { Form } from '../state/form.ts';

/** The locale in which a form renders: the one asked for, or the form's default where it does not list that. */
export function localeOf(form: Form, lang: PlatformLocale): PlatformLocale {
  return form.availableLocales.includes(lang) ? lang : form.defaultLocale;
}
