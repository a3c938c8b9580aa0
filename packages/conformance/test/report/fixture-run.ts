import type { RuleId } from '@idvkit/schema/rules';
import { ruleEntry } from '@idvkit/schema/rules';

import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import type { Finding } from '../../src/lib/judge/rule/judgement.ts';
import type { RuleOutcome } from '../../src/lib/judge/rule/rule-outcome.ts';
import type { Rule } from '../../src/lib/judge/rule/rule.ts';
import type { Condition } from '../../src/lib/observe/condition.ts';
import { emptyBody, messageBody, type MessageBody } from '../../src/lib/observe/message-body.ts';
import type { Delivery, Exchange, Observation } from '../../src/lib/observe/observation.ts';

const BASE_URL = 'https://idv.example.com';
const START = Date.UTC(2026, 0, 5, 3);

/** Personal values of a run, to be planted and looked for. */
export interface Personal {
  readonly token: string;
  readonly secret: string;
  readonly slug: string;
  readonly id: number;
  readonly nid: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly address: string;
  readonly signature: string;
  readonly parameter: string;
}

/** Somebody who does not exist. */
export const somebody: Personal = {
  token: 'idv_live_8Q2vNfT5xW',
  secret: 'whsec_Zk41hRmP0a',
  slug: 'aT9xKq2LmVw7',
  id: 48_213_377,
  nid: '3100600445673',
  firstName: 'ธนวัฒน์',
  lastName: 'Ratchaburi-Obi',
  birthDate: '1987-11-23',
  address: '17/4 ซอย 9 "Baan Suan" & Co',
  signature: 'eyJzIjoiYVQ5eEtxMkxtVnc3In0.q7',
  parameter: 'CUST-000917',
};

export function jsonBodyOf(value: unknown): MessageBody {
  return messageBody(new TextEncoder().encode(JSON.stringify(value)));
}

/** The payload of a submission, with everything personal in its place. */
export function payloadOf(personal: Personal): Record<string, unknown> {
  const { slug, id, nid, firstName, lastName, birthDate, address, signature, parameter } = personal;
  const image = `${BASE_URL}/api/ekyc/${slug}/result/image/?q=${encodeURIComponent(signature)}&exp=1767583500`;
  const at = '2026-01-05T02:59:30+00:00';
  const answer = (value: string | boolean): object => ({ value, created_at: at, updated_at: at });
  return {
    event: { nounce: 'n-1', type: 'submit_form', version: 1, created_at: '2026-01-05T03:00:00+00:00' },
    application: {
      id,
      no: `COK00${String(id).padStart(10, '0')}`,
      form: 'kyc-camera',
      slug,
      status: 'complete',
      other_status: { ekyc: 'pass', aml: 'Clear' },
      submitted_at: at,
    },
    answers: {
      nid: answer(nid),
      full_name_first_name: answer(firstName),
      full_name_last_name: answer(lastName),
      date_of_birth: answer(birthDate),
      home_address_full: answer(address),
      consent_checkbox_1: answer(true),
      customer_ref: answer(parameter),
    },
    extra: {
      ekyc: {
        face_compare: { score: 88.5, status: 'match' },
        liveness: {
          url: image,
          attempts: [
            {
              id: 90_001_234,
              attempt: 1,
              status: 'success',
              message: '',
              created_at: at,
              images: [{ url: image, action: 'idle' }],
            },
          ],
        },
      },
      identity_aml: {
        screening: [
          {
            input: { first_name: firstName, last_name: lastName, date_of_birth: birthDate },
            output: {
              screening: [
                {
                  input: { first_name: firstName },
                  output: {
                    code: 200,
                    status: 'success',
                    content: {
                      data: {
                        hits: [{ doc: { name: `${firstName} ${lastName}`, aka: [lastName] } }],
                        search_term: `${firstName} ${lastName}`,
                      },
                    },
                  },
                  result: { is_found: true, total_hits: 1 },
                },
              ],
            },
            result: { is_any_found: true },
            values_list: ['is_any_in_pep'],
            timestamp: at,
          },
        ],
      },
    },
  };
}

const condition: Condition = {
  endpoint: 'create',
  method: 'POST',
  locale: 'platform',
  credential: 'valid',
  application: 'none',
  flow: 'camera',
  body: 'valid-answers',
  credit: 'enough',
};

/** Exchanges and deliveries of one application: created, refused, read, delivered. */
export function observationsOf(personal: Personal): readonly Observation[] {
  const { slug, token, nid, parameter } = personal;
  const headers = [
    ['Accept', 'application/json'],
    ['Authorization', `Bearer ${token}`],
    ['Content-Type', 'application/json'],
  ] as const;
  const answered = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['X-Request-For', slug],
    ['Set-Cookie', `session=${slug}`],
  ] as const;
  const form = `${BASE_URL}/en/api/forms/kyc-camera`;
  const create: Exchange = {
    kind: 'exchange',
    id: 'x1',
    at: START,
    condition,
    lang: 'en',
    formSlug: 'kyc-camera',
    request: {
      method: 'POST',
      url: `${form}/create/`,
      headers,
      body: jsonBodyOf({ answers: { nid, customer_ref: parameter } }),
    },
    response: {
      status: 200,
      headers: answered,
      body: jsonBodyOf({
        form_url: `${BASE_URL}/f/${slug}?k=${slug}`,
        info: `${form}/applied-forms/${slug}/info/`,
        detail: { form: 'kyc-camera', slug, step: 'document', section: 'scan', submitted_at: null },
      }),
      durationMs: 12.4,
    },
    scenario: 'creates',
  };
  const refused: Exchange = {
    kind: 'exchange',
    id: 'x2',
    at: START + 40,
    condition: {
      ...condition,
      endpoint: 'result',
      method: 'GET',
      credential: 'absent',
      application: 'open',
      body: 'absent',
    },
    lang: 'en',
    formSlug: 'kyc-camera',
    slug,
    request: {
      method: 'GET',
      url: `${form}/applied-forms/${slug}/result/`,
      headers: [['Accept', 'application/json']],
      body: emptyBody,
    },
    response: {
      status: 401,
      headers: answered,
      body: jsonBodyOf({
        error: { status_code: 401, message: 'Unauthorized', detail: `No access to ${slug} of ${personal.lastName}` },
      }),
      durationMs: 3.2,
    },
    scenario: 'credentials',
  };
  const unanswered: Exchange = { ...refused, id: 'x3', at: START + 60, failure: 'connection reset' };
  const { response: _, ...withoutAnswer } = unanswered;
  const delivery: Delivery = {
    kind: 'delivery',
    id: 'd1',
    at: START + 90,
    receiver: 'a',
    bearer: 'match',
    request: {
      method: 'POST',
      url: '/hooks/a',
      headers: [
        ['Host', '127.0.0.1:4030'],
        ['Content-Type', 'application/json'],
      ],
      body: jsonBodyOf(payloadOf(personal)),
    },
    answer: { kind: 'status', status: 204, at: START + 92 },
    slug,
  };
  return [
    create,
    refused,
    withoutAnswer,
    { kind: 'action', id: 'a1', at: START + 80, action: 'submit', slug },
    delivery,
    { kind: 'watch', id: 'w1', at: START + 100, until: START + 60_100, slug, receivers: ['a'] },
  ];
}

/** The outcome of a rule. It is `passed` on the first exchange unless something else is said. */
export function outcomeOf(id: RuleId, outcome: Partial<Omit<RuleOutcome, 'rule'>> = {}): RuleOutcome {
  const rule: Rule = { id, ...ruleEntry(id), scope: 'run', needs: 'Something.', judge: () => [] };
  return { rule, verdict: 'passed', passes: 4, failures: 0, evidence: ['x1', 'd1'], findings: [], ...outcome };
}

/** The outcome of a rule that is broken. */
export function brokenOutcome(id: RuleId, ...findings: readonly Omit<Finding, 'outcome'>[]): RuleOutcome {
  return outcomeOf(id, {
    verdict: ruleEntry(id).level === 'must' ? 'failed' : 'warned',
    failures: findings.length,
    evidence: [...new Set(findings.flatMap(({ observations }) => observations))],
    findings: findings.map((finding) => ({ outcome: 'fail', ...finding })),
  });
}

const findingsOf = (personal: Personal): readonly RuleOutcome[] => [
  outcomeOf('application.id.integer'),
  brokenOutcome('application.no.derived', {
    observations: ['d1'],
    message: 'The digits of `application.no` after `COK00` do not read as `application.id`',
    path: ['application', 'no'],
    expected: `COK00 + zero-padded ${personal.id}`,
    actual: `COK00${String(personal.id).padStart(10, '0')}`,
  }),
  outcomeOf('other-status.ekyc.enum', { reason: 'Not seen for: pending.' }),
  brokenOutcome('answers.nid.check-digit', {
    observations: ['d1', 'x1'],
    message: '`nid` is not a national id with a valid check digit',
    path: ['answers', 'nid', 'value'],
    expected: '13 digits, the last of them the check digit',
    actual: personal.nid,
  }),
  brokenOutcome('liveness.attempt.message-empty', {
    observations: ['d1'],
    message: `The message of an attempt reads "${personal.firstName} blinked"`,
    path: ['extra', 'ekyc', 'liveness', 'attempts', 0, 'message'],
    expected: 'nothing',
    actual: `${personal.firstName} blinked`,
  }),
  brokenOutcome('create.status.201', {
    observations: ['x1'],
    message: 'Answers 200 instead of 201',
    expected: 201,
    actual: 200,
  }),
  outcomeOf('create.credit.not-consumed', {
    verdict: 'not-exercised',
    passes: 0,
    evidence: [],
    reason: 'An operator that reads the credit (operator.readCredit).',
  }),
  outcomeOf('create.credit.461-envelope', {
    verdict: 'not-exercised',
    passes: 0,
    evidence: [],
    reason: 'A workspace without credit (fixtures.noCreditToken).',
  }),
  brokenOutcome(
    'auth.absent.403',
    { observations: ['x2'], message: 'Answers 401 instead of 403', expected: 403, actual: 401 },
    { observations: ['x3'], message: 'Answers 401 instead of 403', expected: 403, actual: 401 },
  ),
  outcomeOf('delivery.https', {
    verdict: 'not-exercised',
    passes: 0,
    evidence: [],
    reason: 'A receiver that the service reaches over HTTPS (receiver.url).',
  }),
];

/** A run in which most things happened that can. */
export function fixtureRun(personal: Personal = somebody, changes: Partial<ConformanceRun> = {}): ConformanceRun {
  return {
    target: { baseUrl: BASE_URL, formSlug: 'kyc-camera', kind: 'live' },
    startedAt: '2026-01-05T03:00:00.000Z',
    durationMs: 61_400,
    seed: 7,
    complete: true,
    interrupted: false,
    observations: observationsOf(personal),
    outcomes: findingsOf(personal),
    selfCheck: { judged: 12, missed: [] },
    discoveries: [
      { about: 'Text of a 404', seen: `"Not found." and "No form of ${personal.lastName}"`, observation: 'x2' },
      { about: 'Pad width of no', seen: '10 digits', observation: 'd1' },
    ],
    skipped: [
      {
        scenario: 'create: credit',
        reason: 'A workspace without credit (fixtures.noCreditToken).',
        lacks: ['no-credit'],
      },
    ],
    created: [personal.slug],
    secrets: [personal.token, personal.secret],
    ...changes,
  };
}

/** A run in which every rule was kept. */
export function keptRun(): ConformanceRun {
  return fixtureRun(somebody, {
    outcomes: [outcomeOf('application.id.integer'), outcomeOf('answers.map.object'), outcomeOf('create.status.201')],
    discoveries: [],
    skipped: [],
  });
}
