import { DETAIL_401, DETAIL_403 } from '../errors/error-details.ts';
import { defineRules, rulesOf, type BodyCheck } from './rule-entry.ts';

const { bodyRule } = rulesOf('Errors', {
  supplies: [],
  needs: 'A call that is refused: without a token, with a wrong one, or on an unknown slug.',
});
const endpoints = rulesOf('Endpoints', { supplies: [] });

/** Checks that every error of a status has one and the same detail. */
function fixedDetail(fixedFor: number, text: string, needs: string): BodyCheck {
  return {
    of: 'error',
    needs,
    check(body, { status }) {
      const detail = body.at('error', 'detail');
      if (status !== fixedFor || detail.text === undefined) return;
      detail.expect(detail.text === text, `\`error.detail\` is not the fixed text of a ${fixedFor}`, text);
    },
  };
}

export const errorsRules = defineRules({
  'error.envelope.shape': bodyRule(
    'An error has the envelope `error` with an integer `status_code`, a `message` and a `detail`',
    {
      of: 'error',
      check(body) {
        const error = body.at('error');
        if (!error.isObject) {
          const place = error.isMissing ? body : error;
          place.fail('An error comes without the `error` object', '{ error: { status_code, message, detail } }');
          return;
        }
        const message = (key: string): string => `\`error.${key}\` is not what the envelope says`;
        error.at('status_code').expectKind('integer', message('status_code'));
        error.at('message').expectKind('string', message('message'));
        error.at('detail').expect(!error.at('detail').isAbsent, message('detail'), 'string or object');
      },
    },
  ),
  'error.envelope.status-code': bodyRule('`error.status_code` repeats the HTTP status', {
    of: 'error',
    check(body, { status }) {
      const code = body.at('error', 'status_code');
      if (!Number.isInteger(code.value)) return;
      code.expect(code.value === status, '`error.status_code` is not the HTTP status', status);
    },
    seenBy: 'exchange',
  }),
  'error.envelope.message': bodyRule(
    '`error.message` is the reason phrase: `Unauthorized` on 401, `Forbidden` on 403',
    {
      of: 'error',
      check(body, { status }) {
        const message = body.at('error', 'message');
        if (message.text === undefined) return;
        const reason = status === 401 ? 'Unauthorized' : status === 403 ? 'Forbidden' : undefined;
        // 461 has no registered phrase, and those of other statuses are not shown.
        if (reason !== undefined)
          message.expect(message.text === reason, '`error.message` is not the reason phrase', reason);
      },
    },
  ),
  'error.envelope.detail-string': bodyRule('`error.detail` is a string, but for a 422 on create', {
    of: 'error',
    check(body, { status, endpoint }) {
      const detail = body.at('error', 'detail');
      if (detail.isAbsent || (endpoint === 'create' && status === 422)) return;
      detail.expectKind('string', '`error.detail` is not a string');
    },
  }),
  'error.401.detail': bodyRule('`error.detail` of a 401 is `No permission -- see authorization schemes`', {
    ...fixedDetail(401, DETAIL_401, 'A call with a wrong token.'),
    identifiedBy: 'recording.invalidTokens',
  }),
  'error.403.detail': bodyRule(
    '`error.detail` of a 403 is `Request forbidden -- authorization will not help`',
    fixedDetail(403, DETAIL_403, 'A call without a token.'),
  ),
  'error.content-type.json': endpoints.exchange('Errors are sent as `application/json`'),
});
