import { APPLICATION_STATUSES, EKYC_VALUES } from '../application/application-values.ts';
import { numberFollowsId } from '../application/checks.ts';
import type { JsonNode } from '../check/json-node.ts';
import { expectDateTime } from '../conventions/date-time.ts';
import { outcomeFollowsComparison, passComesWithChecks } from '../events/consistency.ts';
import { defineRules, rulesOf } from './rule-entry.ts';

const needsApplication = 'A result call that returns 200, or a delivery.';
const { bodyRule, sequence } = rulesOf('Application', { supplies: [], needs: needsApplication });
const overview = rulesOf('What the service does', { supplies: [] });
const deliveries = rulesOf('Delivery rules', { supplies: ['submitted-application', 'receiver'] });
const otherStatus = rulesOf('other_status', { supplies: [], needs: needsApplication });
const needsComplete =
  'A submitted application: an operator that submits, or the slug of one that was submitted (fixtures.submittedSlug).';

/** Compares a member of the application of a result with the path of the call. */
function echoes(body: JsonNode, name: 'form' | 'slug', sent: string | undefined): void {
  if (sent === undefined || !body.at('application').isObject) return;
  const member = body.at('application', name);
  member.expect(
    member.value === sent,
    `\`application.${name}\` is not the one in the path that it was read under`,
    sent,
  );
}

export const applicationRules = defineRules({
  'application.id.integer': bodyRule('`application.id` is an integer', {
    check(body) {
      const application = body.at('application');
      if (application.isObject) application.at('id').expectKind('integer', '`application.id` is not an integer');
    },
  }),
  'application.no.derived': bodyRule('`application.no` is `COK00` followed by the zero-padded `application.id`', {
    beyondJsonSchema: true,
    check: (body) => numberFollowsId(body.at('application')),
  }),
  'application.form.echoes-path': bodyRule(
    '`application.form` is the form slug of the path that the application was read under',
    {
      needs: 'A result call that returns 200.',
      check: (body, { formSlug }) => echoes(body, 'form', formSlug),
      seenBy: 'exchange',
    },
  ),
  'application.slug.echoes-path': bodyRule(
    '`application.slug` is the slug of the path that the application was read under',
    {
      needs: 'A result call that returns 200.',
      check: (body, { slug }) => echoes(body, 'slug', slug),
      seenBy: 'exchange',
    },
  ),
  'application.slug.correlates-create': overview.sequence(
    'Results and deliveries carry the slug that create returned as `detail.slug`',
  ),
  'application.slug.unique': sequence('No two created applications share a slug'),
  'application.status.enum': bodyRule(
    '`application.status` is `incomplete`, `complete` or `expired`, and never says that an application was deleted',
    {
      check(body) {
        const status = body.at('application', 'status');
        if (!body.at('application').isObject) return;
        status.expectOneOf(APPLICATION_STATUSES, '`application.status` is not one of its values');
      },
    },
  ),
  'application.submitted-at.null-while-incomplete': bodyRule(
    '`submitted_at` is null as long as the application is incomplete',
    {
      needs: 'A result call on an application that is not submitted yet.',
      check(body) {
        if (body.at('application', 'status').value !== 'incomplete') return;
        const submittedAt = body.at('application', 'submitted_at');
        submittedAt.expect(
          submittedAt.value === null,
          '`application.submitted_at` is not null while the application is incomplete',
          null,
        );
      },
    },
  ),
  'application.submitted-at.set-when-complete': bodyRule(
    '`submitted_at` is a date-time once the application is complete',
    {
      supplies: ['submitted-application'],
      reach: 'submitted',
      needs: needsComplete,
      check(body) {
        if (body.at('application', 'status').value !== 'complete') return;
        expectDateTime(
          body.at('application', 'submitted_at'),
          '`application.submitted_at` is not a date-time though the application is complete',
        );
      },
    },
  ),
  'application.submitted-at.stable': deliveries.sequence(
    '`submitted_at` of a submission is the same in every read and every delivery of it',
    { reach: 'submitted' },
  ),
  'application.id.stable': sequence('`id` and `no` of an application never change'),
  'other-status.ekyc.present': otherStatus.bodyRule('`other_status.ekyc` is present in every application', {
    check(body) {
      if (!body.at('application').isObject) return;
      const ekyc = body.at('application', 'other_status', 'ekyc');
      ekyc.expect(!ekyc.isMissing, '`other_status` has no `ekyc`', EKYC_VALUES);
    },
  }),
  'other-status.ekyc.enum': otherStatus.bodyRule(
    '`other_status.ekyc` is `pass`, `need_review`, `fail` or `pending`, in lower case',
    {
      check(body) {
        const ekyc = body.at('application', 'other_status', 'ekyc');
        if (!ekyc.isAbsent) ekyc.expectOneOf(EKYC_VALUES, '`other_status.ekyc` is not one of its values');
      },
    },
  ),
  'other-status.ekyc.follows-face-compare': otherStatus.bodyRule(
    'Once complete, `other_status.ekyc` agrees with `face_compare.status`: match with pass, need_review with itself, not_match with fail',
    {
      supplies: ['submitted-application'],
      reach: 'submitted',
      needs: `${needsComplete} Its form has a document scan and liveness.`,
      check: outcomeFollowsComparison,
    },
  ),
  'other-status.ekyc.pass-needs-checks': otherStatus.bodyRule(
    'Once complete, `pass` and `need_review` have no failed check; two checks come with a face comparison',
    {
      supplies: ['submitted-application'],
      reach: 'submitted',
      needs: `${needsComplete} Its outcome is pass or need_review.`,
      check: passComesWithChecks,
    },
  ),
  'other-status.custom.title-case': otherStatus.bodyRule('Values of status columns are in Title case; `-` is none', {
    reach: 'submitted',
    level: 'should',
    needs: 'A workspace with a custom status column.',
    check(body) {
      for (const column of body.at('application', 'other_status').members()) {
        // A value without letters, such as `-`, has no case.
        const [letter] = /\p{L}/u.exec(column.text ?? '') ?? [];
        if (column.key === 'ekyc' || letter === undefined) continue;
        column.expect(
          !/\p{Ll}/u.test(letter),
          'The value of a status column does not begin with a capital letter',
          'Title case',
        );
      }
    },
  }),
  'other-status.custom.string': otherStatus.bodyRule('Every status column of the workspace holds a string', {
    needs: 'A workspace with a custom status column.',
    check(body) {
      for (const column of body.at('application', 'other_status').members()) {
        if (column.key === 'ekyc' || column.value === null) continue;
        column.expectKind('string', 'A status column holds something other than a string');
      }
    },
  }),
});
