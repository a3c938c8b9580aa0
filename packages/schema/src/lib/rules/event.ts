import { APPLICATION_STATUSES } from '../application/application-values.ts';
import type { BodyContext } from '../check/check.ts';
import type { JsonNode } from '../check/json-node.ts';
import { expectDateTime } from '../conventions/date-time.ts';
import { deliveryFollowsSubmission, dropOffIsNotSubmitted } from '../events/consistency.ts';
import { defineRules, rulesOf } from './rule-entry.ts';

const { bodyRule, delivery } = rulesOf('Envelope', {
  supplies: ['submitted-application', 'receiver'],
  reach: 'delivered',
  needs: 'A delivery: a receiver, and an operator that submits an application.',
});
const deliveries = rulesOf('Delivery rules', { supplies: ['submitted-application', 'receiver'] });
const types = rulesOf('Event types', {
  supplies: ['receiver', 'expired-application', 'status-change'],
  reach: 'delivered',
});
const states = rulesOf('States and transitions', { supplies: ['submitted-application', 'receiver'] });
const needsSubmission = 'A submit_form delivery: a receiver, and an operator that submits an application.';
const needsLifecycle =
  'A lifecycle delivery: a receiver, and an operator that changes a status or lets an application expire.';

function hasEvent(body: JsonNode, { source }: BodyContext): boolean {
  return source === 'delivery' && body.at('event').isObject;
}

function isSubmission(body: JsonNode, context: BodyContext): boolean {
  return hasEvent(body, context) && body.at('event', 'type').value === 'submit_form';
}

function isLifecycle(body: JsonNode, context: BodyContext): boolean {
  const type = body.at('event', 'type').value;
  return hasEvent(body, context) && (type === 'update_status' || type === 'drop_off');
}

export const eventRules = defineRules({
  'event.present': bodyRule('Every delivery has `event` and `application`', {
    of: 'delivery',
    check(body, { source }) {
      if (source !== 'delivery') return;
      if (!body.isObject) {
        body.fail('A delivery is not a JSON object', 'object');
        return;
      }
      for (const member of ['event', 'application']) {
        body.at(member).expectKind('object', `A delivery has no object \`${member}\``);
      }
    },
  }),
  'event.nounce.string': bodyRule('`event.nounce` is a string', {
    check(body, context) {
      if (hasEvent(body, context)) body.at('event', 'nounce').expectKind('string', '`event.nounce` is not a string');
    },
  }),
  'event.nounce.unique': delivery('No two deliveries share an `event.nounce`, retries and resends included'),
  'event.type.string': bodyRule('`event.type` is a string', {
    check(body, context) {
      if (!hasEvent(body, context)) return;
      body.at('event', 'type').expectKind('string', '`event.type` is not a string');
    },
  }),
  'event.version.on-submit-form': bodyRule('`event.version` of a submission is an integer', {
    needs: needsSubmission,
    check(body, context) {
      if (!isSubmission(body, context)) return;
      body.at('event', 'version').expectKind('integer', '`event.version` of a submission is not an integer');
    },
  }),
  'event.version.absent-on-lifecycle': bodyRule('Lifecycle events carry no version', {
    supplies: ['receiver', 'expired-application', 'status-change'],
    reach: 'operated',
    needs: needsLifecycle,
    check(body, context) {
      const version = body.at('event', 'version');
      if (!isLifecycle(body, context) || version.value === null) return;
      version.expect(version.isMissing, 'A lifecycle event carries a version', 'nothing');
    },
  }),
  'event.created-at': bodyRule('`event.created_at` is a date-time', {
    check(body, context) {
      if (!hasEvent(body, context)) return;
      expectDateTime(body.at('event', 'created_at'), '`event.created_at` is not a date-time');
    },
  }),
  'event.created-at.is-delivery-time': deliveries.delivery(
    '`event.created_at` is the time of the delivery, within the clock skew that is allowed',
    { decidedBy: 'whole-run' },
  ),
  'event.created-at.not-before-submission': deliveries.bodyRule(
    '`event.created_at` of a delivery is not before `application.submitted_at`',
    { reach: 'delivered', beyondJsonSchema: true, needs: needsSubmission, check: deliveryFollowsSubmission },
  ),
  'event.submit-form.payload': types.bodyRule(
    'A submission carries `answers` and `extra`, with `extra.ekyc` on flows with camera steps',
    {
      supplies: ['submitted-application', 'receiver'],
      needs: needsSubmission,
      check(body, context) {
        if (!isSubmission(body, context)) return;
        const [answers, extra, ekyc] = [body.at('answers'), body.at('extra'), body.at('extra', 'ekyc')];
        answers.expect(!answers.isAbsent, 'A submission has no `answers`');
        extra.expectKind('object', 'A submission has no object `extra`');
        if (!extra.isObject || context.flow !== 'camera') return;
        ekyc.expectKind('object', 'A submission of a form with camera steps has no object `extra.ekyc`');
      },
    },
  ),
  'event.lifecycle.no-answers': types.bodyRule('Lifecycle events carry neither `answers` nor `extra`', {
    reach: 'operated',
    needs: needsLifecycle,
    check(body, context) {
      if (!isLifecycle(body, context)) return;
      for (const part of [body.at('answers'), body.at('extra')]) {
        if (part.value !== null) part.expect(part.isMissing, `A lifecycle event carries \`${part.key}\``);
      }
    },
  }),
  'event.submit-form.on-submission': types.delivery('A submission is delivered once to each receiver', {
    supplies: ['submitted-application', 'receiver', 'plain-form'],
    decidedBy: 'whole-run',
  }),
  'event.submit-form.complete': states.bodyRule(
    'The application of a submission has its `submitted_at`, and reads complete unless it has expired since',
    {
      reach: 'delivered',
      needs: needsSubmission,
      check(body, context) {
        const application = body.at('application');
        const [status, submittedAt] = [application.at('status'), application.at('submitted_at')];
        if (!isSubmission(body, context) || !status.isOneOf(APPLICATION_STATUSES)) return;
        status.expect(status.value !== 'incomplete', 'The application of a submission reads incomplete', 'complete');
        // What a complete application without it breaks is a rule about the application.
        if (status.value === 'expired') {
          expectDateTime(submittedAt, 'The application of a submission has expired and has no `submitted_at`');
        }
      },
    },
  ),
  'event.update-status.on-change': types.operator('A changed status is delivered as `update_status`', {
    supplies: ['receiver', 'status-change'],
    reach: 'operated',
  }),
  'event.drop-off.not-submitted': types.bodyRule('The application of a `drop_off` was not submitted', {
    reach: 'operated',
    needs: needsLifecycle,
    check: dropOffIsNotSubmitted,
  }),
  'event.drop-off.on-expiry': types.operator(
    'An application that was started and expires unfinished is delivered as `drop_off`',
    { supplies: ['receiver', 'expired-application'], reach: 'operated' },
  ),
});
