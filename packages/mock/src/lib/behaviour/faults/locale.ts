import { defineFault, type Fault } from './fault.ts';
import { answering } from './points.ts';

export const localeFaults: readonly Fault[] = [
  defineFault({
    rule: 'locale.platform.accepted',
    alsoBreaks: [
      'create.answers.format-422',
      'create.status.documented',
      'result.status.200',
      'result.status.documented',
      'info.open.no-token-200',
      'info.status.documented',
      'submit.camera-flow.422',
      'submit.status.documented',
      'resend.never-submitted.204',
      'resend.status.documented',
      'locale.outside-form-subset.accepted',
    ],
    title: 'does not know French',
    points: { locale: (reading, { lang }) => (lang === 'fr' ? 'unrecognised' : reading) },
  }),
  defineFault({
    rule: 'locale.outside-form-subset.accepted',
    alsoBreaks: [
      'create.answers.format-422',
      'create.status.documented',
      'result.status.200',
      'result.status.documented',
      'info.open.no-token-200',
      'info.status.documented',
      'submit.camera-flow.422',
      'submit.status.documented',
      'resend.never-submitted.204',
      'resend.status.documented',
      'locale.platform.accepted',
      'image.readable-while-valid',
    ],
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
    alsoBreaks: [
      'create.status.documented',
      'result.status.documented',
      'info.status.documented',
      'submit.status.documented',
      'resend.status.documented',
    ],
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
