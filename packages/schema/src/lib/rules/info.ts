import { applicationIdDiffers } from '../endpoints/checks.ts';
import { LOCALES_PATH } from '../endpoints/locales-path.ts';
import { isPlatformLocale } from '../locale/platform-locales.ts';
import { defineRules, rulesOf } from './rule-entry.ts';

const needsOpen = 'A GET of the info of an open application.';
const { exchange, sequence, bodyRule } = rulesOf('Get application info', {
  supplies: [],
  of: 'info',
  needs: needsOpen,
});
const states = rulesOf('States and transitions', { supplies: ['submitted-application'] });
const codes = rulesOf('Status codes', { supplies: [] });
const application = rulesOf('Application', { supplies: [] });
const endpoints = rulesOf('Endpoints', { supplies: [] });
const limits = rulesOf('Limits', { supplies: [] });

export const infoRules = defineRules({
  'info.open.no-token-200': states.exchange('The info of an open application is readable without a token', {
    supplies: [],
  }),
  'info.open.with-token-200': exchange('The info of an open application is readable with a valid token'),
  'info.submitted.no-token-refused': states.operator(
    'The info of a submitted application is not readable without a token',
    { reach: 'submitted' },
  ),
  'info.submitted.with-token-200': states.operator(
    'The info of a submitted application is readable with a valid token',
    { reach: 'submitted' },
  ),
  'info.deleted.404': states.operator('The info of a deleted application returns 404, with a token or without', {
    supplies: ['deleted-application'],
    identifiedBy: 'recording.deletedSlugs',
  }),
  'info.unknown.404': codes.exchange('The info of an unknown application returns 404', {
    identifiedBy: 'recording.unknownSlugs',
  }),
  'info.data.id': application.body('`data.id` of the info is the id of the application', { decidedBy: 'call' }),
  'info.data.application-id-differs': application.bodyRule(
    '`data.application.id` of the info, where present, is another number than `data.id`',
    {
      beyondJsonSchema: true,
      of: 'info',
      needs: needsOpen,
      check: (body) => applicationIdDiffers(body.at('data')),
    },
  ),
  'info.data.is-submitted': sequence('`data.is_submitted` of the info agrees with the status of the application'),
  'info.data.current-step': bodyRule('The info has `data.current_step`, of any type', {
    check(body) {
      const step = body.at('data', 'current_step');
      step.expect(!step.isAbsent, '`data.current_step` is missing or null');
    },
  }),
  'info.data.data': bodyRule('The info has `data.data`, the persisted answers, of any type', {
    check(body) {
      const answers = body.at('data', 'data');
      answers.expect(!answers.isAbsent, '`data.data` is missing or null');
    },
  }),
  'info.locales.listed': endpoints.bodyRule(
    'The info lists the locales of the form, all of them locales of the platform',
    {
      of: 'info',
      needs: needsOpen,
      check(body) {
        const locales = body.follow(LOCALES_PATH);
        locales.expect(
          Array.isArray(locales.value) && locales.items().every(({ text }) => isPlatformLocale(text ?? '')),
          'The locales of the form are not an array of platform locales',
          'array of platform locales',
        );
      },
    },
  ),
  'info.size.about-57-kb': limits.exchange('The info is about 57 kB long', { level: 'should' }),
  'info.status.documented': exchange('Info calls return only the statuses that the specification lists for them'),
});
