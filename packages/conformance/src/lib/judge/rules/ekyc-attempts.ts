import { isObject, type JsonObject } from '@idvkit/json';
import { attemptStatus, documentType } from '@idvkit/schema';
import type { RuleId } from '@idvkit/schema/rules';

import { kindOf } from '../../observe/json.ts';
import { readDateTime } from '../rule/date-time.ts';
import { readImageUrl } from '../rule/image-url.ts';
import { attemptsOf, type CameraCheck } from '../rule/payload-parts.ts';
import { definePayloadRule, look, type Defect, type Look } from '../rule/payload-rule.ts';
import type { Rule, RuleOf } from '../rule/rule.ts';

const needsTry =
  'A submission of a form with a document scan and liveness: an operator that submits, or fixtures.submittedSlug.';
const needsRetry = 'A submission whose applicant tried more than once: an operator that submits one with retries.';

/** Defines the rule that the tries of a check count from 1 in the order of the array. */
function numberedRule(id: RuleId, check: CameraCheck): RuleOf<'payload'> {
  return definePayloadRule(id, {
    needs: needsTry,
    *inspect(payload) {
      for (const [index, { path, value }] of attemptsOf(payload, check).entries()) {
        const number = isObject(value) ? value['attempt'] : undefined;
        // One that is no integer is a finding of the shape's rule.
        if (!Number.isInteger(number)) continue;
        yield look(number === index + 1, {
          message: 'The tries are not numbered 1, 2, 3 … in the order of the array',
          path: [...path, 'attempt'],
          expected: index + 1,
          actual: number,
        });
      }
    },
  });
}

/** Defines the rule that a try was never made before the one that it follows. */
function orderedRule(id: RuleId, check: CameraCheck): RuleOf<'payload'> {
  return definePayloadRule(id, {
    needs: needsRetry,
    *inspect(payload) {
      let latest: number | undefined;
      for (const { path, value } of attemptsOf(payload, check)) {
        const createdAt = isObject(value) ? value['created_at'] : undefined;
        const at = readDateTime(createdAt)?.at;
        if (at === undefined) continue;
        if (latest !== undefined) {
          yield look(at >= latest, {
            message: 'A try was made before the one that it follows',
            path: [...path, 'created_at'],
            expected: 'not before the try that it follows',
            actual: createdAt,
          });
        }
        latest = Math.max(at, latest ?? at);
      }
    },
  });
}

/** What a member of a try must be, and how one says so. */
interface Member {
  readonly name: string;
  readonly expected: unknown;
  readonly holds: (value: unknown) => boolean;
  /** A try that failed may have got no image, and nothing is said of what it shows then. */
  readonly onSuccessOnly?: boolean;
}

const commonMembers: readonly Member[] = [
  { name: 'id', expected: 'integer', holds: (value) => Number.isInteger(value) },
  { name: 'attempt', expected: 'integer', holds: (value) => Number.isInteger(value) },
  { name: 'status', expected: attemptStatus.options, holds: (value) => attemptStatus.safeParse(value).success },
  { name: 'message', expected: 'string', holds: (value) => typeof value === 'string' },
  { name: 'created_at', expected: 'date-time', holds: (value) => readDateTime(value) !== undefined },
];

const isImage = (value: unknown): boolean =>
  isObject(value) && readImageUrl(value['url']) !== undefined && typeof value['action'] === 'string';

const membersOf: Readonly<Record<CameraCheck, readonly Member[]>> = {
  liveness: [
    ...commonMembers,
    {
      name: 'images',
      expected: 'array of { url: signed image URL, action: string }',
      holds: (value) => Array.isArray(value) && value.every(isImage),
      onSuccessOnly: true,
    },
  ],
  identity_document: [
    ...commonMembers,
    {
      name: 'type',
      expected: documentType.options,
      holds: (value) => documentType.safeParse(value).success,
      onSuccessOnly: true,
    },
    {
      name: 'url',
      expected: 'signed image URL',
      holds: (value) => readImageUrl(value) !== undefined,
      onSuccessOnly: true,
    },
  ],
};

function defectsOf(attempt: JsonObject, path: Defect['path'], members: readonly Member[]): readonly Defect[] {
  return members
    .filter(({ name, onSuccessOnly = false }) => {
      const optional = onSuccessOnly && attempt['status'] === 'fail';
      return !(optional && (attempt[name] === undefined || attempt[name] === null));
    })
    .filter(({ name, holds }) => !holds(attempt[name]))
    .map(({ name, expected }) => ({
      message: `\`${name}\` of a try is not what it should be`,
      path: [...path, name],
      expected,
      actual: attempt[name],
    }));
}

/** Defines the rule about what a try holds. */
function shapeRule(id: RuleId, check: CameraCheck): RuleOf<'payload'> {
  return definePayloadRule(id, {
    needs: needsTry,
    *inspect(payload): Generator<Look> {
      for (const { path, value } of attemptsOf(payload, check)) {
        if (!isObject(value)) {
          yield { message: 'A try is no object', path, expected: 'object', actual: kindOf(value) };
          continue;
        }
        const defects = defectsOf(value, path, membersOf[check]);
        if (defects.length === 0) yield 'in order';
        yield* defects;
      }
    },
  });
}

/** Defines the rule that the reserved message of a try is empty. */
function messageEmptyRule(id: RuleId, check: CameraCheck): RuleOf<'payload'> {
  return definePayloadRule(id, {
    needs: needsTry,
    *inspect(payload) {
      for (const { path, value } of attemptsOf(payload, check)) {
        const message = isObject(value) ? value['message'] : undefined;
        if (typeof message !== 'string') continue;
        yield look(message === '', {
          message: 'The message of a try is not empty, though it is reserved',
          path: [...path, 'message'],
          expected: '',
          actual: message,
        });
      }
    },
  });
}

/** Judges of the rules about the tries of both camera checks. */
export const attemptRules: readonly Rule[] = [
  numberedRule('liveness.attempts.numbered', 'liveness'),
  orderedRule('liveness.attempts.ordered', 'liveness'),
  shapeRule('liveness.attempt.shape', 'liveness'),
  messageEmptyRule('liveness.attempt.message-empty', 'liveness'),
  numberedRule('identity-document.attempts.numbered', 'identity_document'),
  orderedRule('identity-document.attempts.ordered', 'identity_document'),
  shapeRule('identity-document.attempt.shape', 'identity_document'),
  messageEmptyRule('identity-document.attempt.message-empty', 'identity_document'),
];
