import { defineFault, type Fault } from './fault.ts';
import { answering } from './points.ts';

export const localeFaults: readonly Fault[] = [
  defineFault({
    rule: 'locale.platform.accepted',
    title: 'does not know French',
    points: { locale: (reading, { lang }) => (lang === 'fr' ? 'unrecognised' : reading) },
  }),
  defineFault({
    rule: 'locale.outside-form-subset.accepted',
    alsoBreaks: ['locale.platform.accepted'],
    title: 'knows the locales of the form alone',
    points: {
      locale: (reading, { lang, form }) =>
        form !== undefined && form.availableLocales.every((locale) => locale !== lang) ? 'unrecognised' : reading,
    },
  }),
  defineFault({
    rule: 'locale.unknown.302',
    title: 'answers 404 to a locale that it does not know',
    points: answering('unrecognised-locale', () => ({
      status: 404,
      headers: { 'content-type': 'application/json' },
      body: { error: { status_code: 404, message: 'Not Found', detail: 'Not found.' } },
    })),
  }),
  defineFault({
    rule: 'locale.unknown.302',
    variant: 'permanent',
    title: 'redirects for good',
    points: answering('unrecognised-locale', (draft) => ({ ...draft, status: 301 })),
  }),
  defineFault({
    rule: 'locale.unknown.location',
    title: 'redirects to another locale than the default',
    points: { redirect: (location) => location.replace(/^\/en\//, '/th/') },
  }),
  defineFault({
    rule: 'locale.unknown.does-not-resolve',
    title: 'redirects to the endpoint itself',
    points: { redirect: (_, { url, lang }) => `/en${url.pathname.slice(lang.length + 1)}${url.search}` },
  }),
];
