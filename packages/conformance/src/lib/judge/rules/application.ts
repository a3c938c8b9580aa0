import { at, type JsonObject, objectAt, stringAt } from '@idvkit/json';
import { applicationStatus, ekycOutcome } from '@idvkit/schema';

import type { Exchange } from '../../observe/observation.ts';
import { createdSlug } from '../../observe/timeline.ts';
import { readDateTime } from '../rule/date-time.ts';
import { fail, pass } from '../rule/judgement.ts';
import { applicationOf, completeApplicationOf, ekycOf, faceCompareOf, hasSuccess } from '../rule/payload-parts.ts';
import { definePayloadRule, look, type Look } from '../rule/payload-rule.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { correlatesCreate } from './application-correlates-create.ts';
import { stableRule } from './stable-rule.ts';

const needsApplication = 'A result call that is answered with 200, or a delivery.';
const needsComplete =
  'A submitted application: an operator that submits, or the slug of one that was submitted (fixtures.submittedSlug).';

const idIsInteger = definePayloadRule('application.id.integer', {
  needs: needsApplication,
  *inspect(payload) {
    const application = applicationOf(payload);
    if (application === undefined) return;
    const { id } = application;
    yield look(Number.isInteger(id), {
      message: '`application.id` is not an integer',
      path: ['application', 'id'],
      expected: 'integer',
      actual: id,
    });
  },
});

const noIsDerived = definePayloadRule('application.no.derived', {
  needs: needsApplication,
  *inspect(payload) {
    const application = applicationOf(payload);
    if (application === undefined) return;
    const { id, no } = application;
    const path = ['application', 'no'];
    const digits = typeof no === 'string' ? /^COK00(\d+)$/.exec(no)?.[1] : undefined;
    if (digits === undefined) {
      yield {
        message: '`application.no` is not `COK00` followed by digits',
        path,
        expected: 'COK00 + zero-padded id',
        actual: no,
      };
    } else if (Number.isSafeInteger(id)) {
      yield look(digits.replace(/^0+(?=\d)/, '') === String(id), {
        message: 'The digits of `application.no` after `COK00` do not read as `application.id`',
        path,
        expected: `COK00 + zero-padded ${String(id)}`,
        actual: no,
      });
    }
  },
});

/** Compares a member of the application in a result with what the path of the call said. */
function* echoes(exchange: Exchange, member: 'form' | 'slug', sent: string | undefined): Iterable<Look> {
  const application = objectAt(exchange.response?.body.json, 'application');
  if (application === undefined || sent === undefined) return;
  yield look(application[member] === sent, {
    message: `\`application.${member}\` is not the one in the path that it was read under`,
    path: ['application', member],
    expected: sent,
    actual: application[member],
  });
}

const formEchoesPath = definePayloadRule('application.form.echoes-path', {
  needs: 'A result call that is answered with 200.',
  *inspect({ observation }) {
    // Which form answers for a slug of another form is not shown.
    if (observation.kind !== 'exchange' || observation.condition.flow === 'unknown-form') return;
    yield* echoes(observation, 'form', observation.formSlug);
  },
});

const slugEchoesPath = definePayloadRule('application.slug.echoes-path', {
  needs: 'A result call that is answered with 200.',
  *inspect({ observation }) {
    if (observation.kind === 'exchange') yield* echoes(observation, 'slug', observation.slug);
  },
});

const slugIsUnique = defineRule('application.slug.unique', {
  scope: 'run',
  needs: 'Two create calls that are answered with 201.',
  *judge(observations) {
    const creates = observations.flatMap((observation) => {
      const slug = observation.kind === 'exchange' ? createdSlug(observation) : undefined;
      return observation.kind === 'exchange' && slug !== undefined ? [{ exchange: observation, slug }] : [];
    });
    if (creates.length < 2) return;
    const firstBySlug = new Map<string, Exchange>();
    for (const { exchange, slug } of creates) {
      const first = firstBySlug.get(slug);
      firstBySlug.set(slug, first ?? exchange);
      if (first === undefined) yield pass(exchange);
      else {
        yield fail(exchange, {
          message: 'Two creates returned the same slug',
          path: ['detail', 'slug'],
          actual: slug,
          also: [first],
        });
      }
    }
  },
});

const statusIsKnown = definePayloadRule('application.status.enum', {
  needs: needsApplication,
  *inspect(payload) {
    const application = applicationOf(payload);
    if (application === undefined) return;
    yield look(applicationStatus.safeParse(application['status']).success, {
      message: '`application.status` is none of its values',
      path: ['application', 'status'],
      expected: applicationStatus.options,
      actual: application['status'],
    });
  },
});

const nullWhileIncomplete = definePayloadRule('application.submitted-at.null-while-incomplete', {
  needs: 'A result call on an application that is not submitted yet.',
  *inspect(payload) {
    const application = applicationOf(payload);
    if (application?.['status'] !== 'incomplete') return;
    yield look(application['submitted_at'] === null, {
      message: '`application.submitted_at` is not null while the application is incomplete',
      path: ['application', 'submitted_at'],
      expected: null,
      actual: application['submitted_at'],
    });
  },
});

const setWhenComplete = definePayloadRule('application.submitted-at.set-when-complete', {
  needs: needsComplete,
  *inspect(payload) {
    const application = completeApplicationOf(payload);
    if (application === undefined) return;
    yield look(readDateTime(application['submitted_at']) !== undefined, {
      message: '`application.submitted_at` is not a date-time though the application is complete',
      path: ['application', 'submitted_at'],
      expected: 'date-time',
      actual: application['submitted_at'],
    });
  },
});

const submittedAtIsStable = stableRule('application.submitted-at.stable', {
  needs: 'Two reads or deliveries of one submitted application: a receiver, an operator that submits, and a resend.',
  members: ['submitted_at'],
  reads: (application) => application['status'] !== 'incomplete' && typeof application['submitted_at'] === 'string',
});

const idIsStable = stableRule('application.id.stable', {
  needs: 'Two reads or deliveries of one application.',
  members: ['id', 'no'],
  reads: (application) => Number.isInteger(application['id']) && typeof application['no'] === 'string',
});

/** `other_status` of an application, where it is an object. */
function otherStatusOf(application: JsonObject | undefined): JsonObject | undefined {
  return objectAt(application, 'other_status');
}

const ekycIsPresent = definePayloadRule('other-status.ekyc.present', {
  needs: needsApplication,
  *inspect(payload) {
    const application = applicationOf(payload);
    if (application === undefined) return;
    yield look(at(application, 'other_status', 'ekyc') !== undefined, {
      message: '`other_status` has no `ekyc`',
      path: ['application', 'other_status', 'ekyc'],
      expected: ekycOutcome.options,
    });
  },
});

const ekycIsKnown = definePayloadRule('other-status.ekyc.enum', {
  needs: needsApplication,
  *inspect(payload) {
    const ekyc = at(applicationOf(payload), 'other_status', 'ekyc');
    if (ekyc === undefined || ekyc === null) return;
    yield look(ekycOutcome.safeParse(ekyc).success, {
      message: '`other_status.ekyc` is none of its values',
      path: ['application', 'other_status', 'ekyc'],
      expected: ekycOutcome.options,
      actual: ekyc,
    });
  },
});

const outcomeOfComparison: Readonly<Record<string, string>> = {
  match: 'pass',
  need_review: 'need_review',
  not_match: 'fail',
};

const ekycFollowsFaceCompare = definePayloadRule('other-status.ekyc.follows-face-compare', {
  needs: `${needsComplete} Its form has a document scan and liveness.`,
  *inspect(payload) {
    const ekyc = at(completeApplicationOf(payload), 'other_status', 'ekyc');
    const status = stringAt(faceCompareOf(payload), 'status');
    const expected = status !== undefined && Object.hasOwn(outcomeOfComparison, status) && outcomeOfComparison[status];
    if (typeof expected !== 'string' || !ekycOutcome.safeParse(ekyc).success) return;
    // A comparison beside a failed check is another rule's finding; `fail` is then right all the same.
    if (ekyc === 'fail' && !(hasSuccess(payload, 'identity_document') && hasSuccess(payload, 'liveness'))) return;
    yield look(ekyc === expected, {
      message: '`other_status.ekyc` does not follow `face_compare.status`',
      path: ['application', 'other_status', 'ekyc'],
      expected,
      actual: ekyc,
    });
  },
});

const passNeedsChecks = definePayloadRule('other-status.ekyc.pass-needs-checks', {
  needs: `${needsComplete} Its outcome is pass or need_review.`,
  *inspect(payload) {
    const ekyc = at(completeApplicationOf(payload), 'other_status', 'ekyc');
    if (ekyc !== 'pass' && ekyc !== 'need_review') return;
    // What `ekyc` reads on a flow without camera steps is not shown, and lifecycle events carry no checks.
    if (payload.flow === 'plain' || ekycOf(payload) === undefined) return;
    const missing = [
      ...(faceCompareOf(payload) === undefined ? ['face_compare'] : []),
      ...(hasSuccess(payload, 'identity_document') ? [] : ['a successful document attempt']),
      ...(hasSuccess(payload, 'liveness') ? [] : ['a successful liveness attempt']),
    ];
    yield look(missing.length === 0, {
      message: `\`other_status.ekyc\` says that the checks passed, but there is no ${missing.join(', no ')}`,
      path: ['application', 'other_status', 'ekyc'],
      expected: 'fail or pending',
      actual: ekyc,
    });
  },
});

const columnsAreStrings = definePayloadRule('other-status.custom.string', {
  needs: 'A workspace with a status column of its own.',
  *inspect(payload) {
    for (const [column, value] of Object.entries(otherStatusOf(applicationOf(payload)) ?? {})) {
      if (column === 'ekyc' || value === null) continue;
      yield look(typeof value === 'string', {
        message: 'A status column holds something other than a string',
        path: ['application', 'other_status', column],
        expected: 'string',
        actual: value,
      });
    }
  },
});

/** Judges of the rules about the application and its statuses. */
export const applicationRules: readonly Rule[] = [
  idIsInteger,
  noIsDerived,
  formEchoesPath,
  slugEchoesPath,
  correlatesCreate,
  slugIsUnique,
  statusIsKnown,
  nullWhileIncomplete,
  setWhenComplete,
  submittedAtIsStable,
  idIsStable,
  ekycIsPresent,
  ekycIsKnown,
  ekycFollowsFaceCompare,
  passNeedsChecks,
  columnsAreStrings,
];
