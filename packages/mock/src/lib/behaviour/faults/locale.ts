import type { RuleId } from '@idvkit/schema/rules';

import type { Overrides } from '../hooks/behaviour.ts';
import type { Call } from '../hooks/call.ts';
import type { FaultTable } from './fault.ts';
import { answering, answeringWith } from './overrides.ts';

/** Overrides that do not know the locale of some calls. */
function unrecognised(applies: (call: Call) => boolean): Overrides {
  return { locale: (reading, call) => (applies(call) ? 'unrecognised' : reading) };
}

const OUTSIDE = 'locale.outside-form-subset.accepted';

/**
 * One locale for each endpoint, and the rules about its calls. The form of the camera flow lists them all; that of the plain flow lists only
 * the one of info.
 */
const REFUSED_LOCALES = [
  [
    'create',
    'ar',
    'create.answers.format-422',
    [
      'create.status.201',
      'create.body.empty-accepted',
      'create.required.deferred',
      'create.answers.unknown-key-accepted',
      'create.answers.document-type-prefill',
      OUTSIDE,
    ],
  ],
  ['result', 'ja', 'result.status.200', [OUTSIDE]],
  ['info', 'th', 'info.open.no-token-200', ['create.info.resolves']],
  ['submit', 'zh-hans', 'submit.camera-flow.422', ['submit.422.names-missing', OUTSIDE]],
  ['resend', 'ja', 'resend.never-submitted.204', [OUTSIDE]],
] as const;

const DOCUMENTED = REFUSED_LOCALES.map(([endpoint]) => `${endpoint}.status.documented` as const);
/** Rules about a successful call of each endpoint. */
const STATUSES: readonly RuleId[] = REFUSED_LOCALES.flatMap(([endpoint, , status]) => [
  status,
  `${endpoint}.status.documented` as const,
]);

const NOT_FOUND = {
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: { error: { status_code: 404, message: 'Not Found', detail: 'Not found.' } },
};

export const localeFaults = {
  'locale.platform.accepted': [
    {
      alsoBreaks: [
        ...STATUSES,
        'create.body.empty-accepted',
        'submit.422.names-missing',
        'locale.outside-form-subset.accepted',
        'create.status.201',
        'create.answers.document-type-prefill',
        'create.required.deferred',
      ],
      title: 'does not know French',
      overrides: unrecognised(({ lang }) => lang === 'fr'),
    },
    ...REFUSED_LOCALES.map(([endpoint, locale, status, others]) => ({
      variant: `on-${endpoint}`,
      alsoBreaks: [status, `${endpoint}.status.documented` as const, ...others],
      title: `does not know the locale ${locale} on ${endpoint} only`,
      overrides: unrecognised((call) => call.endpoint === endpoint && call.lang === locale),
    })),
  ],
  'locale.outside-form-subset.accepted': {
    alsoBreaks: [
      ...STATUSES,
      'locale.platform.accepted',
      'image.readable-while-valid',
      'create.status.201',
      'create.body.empty-accepted',
      'create.required.deferred',
      'create.answers.unknown-key-accepted',
      'create.answers.document-type-prefill',
      'info.submitted.no-token-refused',
      'info.data.is-submitted',
      'submit.422.names-missing',
      'submit.again.403',
    ],
    title: 'knows only the locales of the form',
    overrides: unrecognised(
      ({ lang, form }) => form !== undefined && form.availableLocales.every((locale) => locale !== lang),
    ),
  },
  'locale.unknown.302': [
    {
      title: 'answers 404 to a locale that it does not know',
      overrides: answering({ condition: 'unrecognised-locale' }, () => NOT_FOUND),
    },
    {
      alsoBreaks: DOCUMENTED,
      variant: 'permanent',
      title: 'redirects for good',
      overrides: answeringWith({ condition: 'unrecognised-locale' }, { status: 301 }),
    },
    {
      variant: 'on-result',
      title: 'answers 404 to a locale that it does not know, only on result',
      overrides: answering({ condition: 'unrecognised-locale', endpoint: 'result' }, () => NOT_FOUND),
    },
  ],
  'locale.unknown.location': {
    title: 'redirects to another locale than the default',
    overrides: { redirect: (location) => location.replace(/^\/en\//, '/th/') },
  },
  'locale.unknown.does-not-resolve': {
    title: 'redirects to the endpoint itself',
    overrides: { redirect: (_, { url, lang }) => `/en${url.pathname.slice(lang.length + 1)}${url.search}` },
  },
} satisfies FaultTable;
