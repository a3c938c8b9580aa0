import { defineRules, rulesOf } from './rule-entry.ts';

const { exchange, bodyRule, body, sequence } = rulesOf('Create application', {
  supplies: [],
  of: 'created',
  needs: 'A create call that returns 201.',
});
const overview = rulesOf('What the service does', { supplies: [] });
const errors = rulesOf('Errors', { supplies: [] });
const states = rulesOf('States and transitions', { supplies: [] });
const codes = rulesOf('Status codes', { supplies: [] });

export const createRules = defineRules({
  'create.status.201': exchange('A create call that succeeds returns 201'),
  'create.body.required-fields': bodyRule(
    'The answer to a create call has `form_url`, `info`, `detail.form` and `detail.slug`',
    {
      check(body) {
        const detail = body.at('detail');
        for (const field of [body.at('info'), body.at('form_url'), detail, detail.at('form'), detail.at('slug')]) {
          field.expect(!field.isAbsent, `The created application comes without \`${field.path.join('.')}\``);
        }
      },
    },
  ),
  'create.form-url.uri': bodyRule('`form_url` is an absolute URI', {
    check(body) {
      const url = body.at('form_url');
      if (url.isAbsent) return;
      const isAbsolute = /^https?:\/\//i.test(url.text ?? '') && URL.canParse(url.text ?? '');
      url.expect(isAbsolute, '`form_url` is not an absolute http or https URI', 'absolute URI');
    },
  }),
  'create.form-url.unique': overview.sequence('No two applications share a `form_url`'),
  'create.info.absolute': body('`info` is the absolute URL of the info endpoint for the new application', {
    beyondJsonSchema: true,
  }),
  'create.info.resolves': sequence('The `info` URL of a new application answers 200'),
  'create.detail.form-echo': bodyRule('`detail.form` is the form slug of the create call', {
    check(body, { formSlug }) {
      const form = body.at('detail', 'form');
      if (formSlug === undefined || form.isAbsent) return;
      form.expect(form.value === formSlug, '`detail.form` is not the form_slug of the path', formSlug);
    },
    seenBy: 'exchange',
  }),
  'create.detail.submitted-at-null': bodyRule('`detail.submitted_at` of a new application is null, where present', {
    check(body) {
      if (!body.at('detail').isObject) return;
      const submittedAt = body.at('detail', 'submitted_at');
      const message = '`detail.submitted_at` is set on an application that was only created';
      submittedAt.expect(submittedAt.isAbsent, message, null);
    },
  }),
  'create.detail.step-section': bodyRule('`detail.step` and `detail.section` are strings, where present', {
    check(body) {
      for (const member of [body.at('detail', 'step'), body.at('detail', 'section')]) {
        if (!member.isMissing) member.expectKind('string', `\`detail.${member.key}\` is not a string`);
      }
    },
  }),
  'create.body.empty-accepted': exchange('A create call without a body, with an empty one, or with `{}` is accepted'),
  'create.required.deferred': exchange('A create call that leaves required answers out is accepted'),
  'create.answers.unknown-key-accepted': exchange('A create call with a key that the form does not know is accepted'),
  'create.answers.format-422': exchange(
    'A create call with a value of the wrong format, checksum or type returns 422',
    { identifiedBy: 'fixtures.badAnswers' },
  ),
  'create.answers.document-type-prefill': exchange('A create call may choose the document: `front_card` or `passport`'),
  'create.422.detail-map': errors.body('A 422 on create lists messages by question key in `error.detail`', {
    identifiedBy: 'fixtures.badAnswers',
    decidedBy: 'call',
  }),
  'create.422.names-bad-key': errors.exchange('A 422 on create names exactly the questions whose values are wrong', {
    identifiedBy: 'fixtures.badAnswers',
  }),
  'create.state.incomplete': states.sequence('A new application is incomplete and has a null `submitted_at`'),
  'create.form-unknown.404': codes.exchange('A create call for an unknown form returns 404'),
  'create.credit.461': overview.operator(
    'A create call returns 461 where the credit does not suffice for the whole flow',
    { supplies: ['no-credit'] },
  ),
  'create.credit.461-envelope': errors.operator('A 461 has the error envelope with status code 461 in it', {
    supplies: ['no-credit'],
  }),
  'create.credit.not-consumed': overview.operator('Creating an application consumes no credit', {
    supplies: ['credit-reading'],
  }),
  'create.status.documented': exchange('Create calls return only the statuses that the specification lists for them'),
});
