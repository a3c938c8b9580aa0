import { applicationIdDiffers } from '../endpoints/checks.ts';
import { LOCALES_PATH } from '../endpoints/locales-path.ts';
import { isPlatformLocale } from '../locale/platform-locales.ts';
import { defineRules, rulesOf } from './rule-entry.ts';

const { rule, bodyRule } = rulesOf('Get application info');

const needsOpen = 'A GET of the info of an open application.';

export const infoRules = defineRules({
  'info.open.no-token-200': rule('exchange', 'The info of an open application is readable without a token', {
    section: 'States and transitions',
  }),
  'info.open.with-token-200': rule('exchange', 'The info of an open application is readable with a valid token'),
  'info.submitted.no-token-refused': rule(
    'operator',
    'The info of a submitted application is not readable without a token',
    { section: 'States and transitions' },
  ),
  'info.submitted.with-token-200': rule(
    'operator',
    'The info of a submitted application is readable with a valid token',
    { section: 'States and transitions' },
  ),
  'info.deleted.404': rule(
    'operator',
    'The info of a deleted application is answered with 404, with a token or without',
    { section: 'States and transitions' },
  ),
  'info.unknown.404': rule('exchange', 'The info of an unknown application is answered with 404', {
    section: 'Status codes',
  }),
  'info.data.id': rule('body', '`data.id` of the info is the id of the application', { section: 'Application' }),
  'info.data.application-id-differs': bodyRule(
    '`data.application.id` of the info, where present, is another number than `data.id`',
    {
      section: 'Application',
      beyondJsonSchema: true,
      of: 'info',
      needs: needsOpen,
      check: (body) => applicationIdDiffers(body.at('data')),
      readsMasked: true,
    },
  ),
  'info.data.is-submitted': rule(
    'sequence',
    '`data.is_submitted` of the info agrees with the status of the application',
  ),
  'info.data.current-step': bodyRule('The info has `data.current_step`, of any type', {
    of: 'info',
    needs: needsOpen,
    *check(body) {
      const step = body.at('data', 'current_step');
      yield step.expect(!step.isAbsent, '`data.current_step` is missing or null');
    },
  }),
  'info.data.data': bodyRule('The info has `data.data`, the persisted answers, of any type', {
    of: 'info',
    needs: needsOpen,
    *check(body) {
      const answers = body.at('data', 'data');
      yield answers.expect(!answers.isAbsent, '`data.data` is missing or null');
    },
  }),
  'info.locales.listed': bodyRule('The info lists the locales of the form, all of them locales of the platform', {
    section: 'Endpoints',
    of: 'info',
    needs: needsOpen,
    *check(body) {
      const locales = body.at(...LOCALES_PATH);
      yield locales.expect(
        Array.isArray(locales.value) && locales.items().every(({ text }) => isPlatformLocale(text ?? '')),
        'The locales of the form are not an array of platform locales',
        'array of platform locales',
      );
    },
  }),
  'info.size.about-57-kb': rule('exchange', 'The info is about 57 kB long', { section: 'Limits', level: 'should' }),
  'info.status.documented': rule(
    'exchange',
    'Info calls are answered with none but the statuses that the specification lists for them',
  ),
});
