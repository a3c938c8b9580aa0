import { at, isObject, type JsonPath } from '@idvkit/json';
import type { RuleId } from '@idvkit/schema/rules';

import { differenceOf } from '../src/lib/observe/json-difference.ts';
import type { Delivery, Exchange, Observation } from '../src/lib/observe/observation.ts';
import { deliveryExamples, resendExamples } from '../test/judges-exchange/delivery.examples.ts';
import {
  createExamples,
  infoExamples,
  localeExamples,
  resultExamples,
  submitExamples,
} from '../test/judges-exchange/exchange.examples.ts';
import { goodRun } from '../test/judges-exchange/good-run.ts';
import { authenticationExamples, errorExamples } from '../test/judges-exchange/refusal.examples.ts';
import { answersExamples } from '../test/judges-payload/answers.examples.ts';
import { applicationExamples } from '../test/judges-payload/application.examples.ts';
import { conventionsExamples } from '../test/judges-payload/conventions.examples.ts';
import { ekycExamples } from '../test/judges-payload/ekyc.examples.ts';
import { eventExamples } from '../test/judges-payload/event.examples.ts';
import { identityAmlExamples } from '../test/judges-payload/identity-aml.examples.ts';
import { signedImageExamples } from '../test/judges-payload/signed-image.examples.ts';
import { type RightAndWrong, WRITTEN_EXAMPLES } from './written-examples.ts';

const bodyExamples = [
  ...applicationExamples,
  ...answersExamples,
  ...ekycExamples,
  ...signedImageExamples,
  ...identityAmlExamples,
  ...conventionsExamples,
  ...eventExamples,
];
const runExamples = [
  ...createExamples,
  ...resultExamples,
  ...infoExamples,
  ...submitExamples,
  ...resendExamples,
  ...localeExamples,
  ...authenticationExamples,
  ...errorExamples,
  ...deliveryExamples,
];
/** Characters of a value that are shown. */
const MAX_VALUE_LENGTH = 90;

/**
 * Returns a right and a wrong behaviour in Markdown: from the first example that the tests of its check break it with.
 *
 * @throws {Error} if the rule has no example.
 */
export function rightAndWrong(id: RuleId): RightAndWrong {
  const written = WRITTEN_EXAMPLES[id];
  if (written !== undefined) return written;
  const body = bodyExamples.find(({ rule }) => rule === id);
  if (body !== undefined) return bodyDifference(body.from(), body.change(body.from()));
  const run = runExamples.find(({ rule }) => rule === id);
  if (run === undefined) throw new Error(`Add a right and a wrong behaviour of ${id} to scripts/written-examples.ts`);
  return runDifference(run.what, goodRun(), run.change(goodRun()));
}

function runDifference(what: string, good: readonly Observation[], bad: readonly Observation[]): RightAndWrong {
  const before = new Map(good.map((observation) => [observation.id, observation]));
  const changed = bad.find((observation) => !good.includes(observation));
  const original = changed && before.get(changed.id);
  if (changed?.kind === 'exchange' && original?.kind === 'exchange') return exchangeDifference(original, changed);
  if (changed?.kind === 'delivery' && original?.kind === 'delivery') return deliveryDifference(original, changed, what);
  if (changed?.kind === 'credit' && original?.kind === 'credit') {
    const credit = ({ before, after }: typeof changed): string => `credit before ${before}, after ${after}`;
    return { right: credit(original), wrong: credit(changed) };
  }
  return { right: changed === undefined ? 'deliveries to every receiver, as due' : 'no further delivery', wrong: what };
}

function exchangeDifference(right: Exchange, wrong: Exchange): RightAndWrong {
  const { method } = right.request;
  const { endpoint, credential, application, flow, body, credit } = right.condition;
  const how = [
    STATES[application],
    FLOWS[flow],
    CREDENTIALS[credential],
    endpoint === 'create' && body === 'absent' ? 'without a body' : BODIES[body],
    CREDITS[credit],
  ];
  const call = [`\`${method}\` ${endpoint === 'other' ? 'on another path' : endpoint}`, ...how]
    .filter((part) => part !== undefined)
    .join(' ');
  const [one, other] = [right.response, wrong.response];
  if (one?.status !== other?.status) return { right: `${call} → ${one?.status}`, wrong: `${call} → ${other?.status}` };
  const header = headerDifference(one?.headers ?? [], other?.headers ?? []);
  if (header !== undefined && differenceOf(one?.body.json, other?.body.json) === undefined) return header;
  const { right: rightBody, wrong: wrongBody } = bodyDifference(one?.body.json, other?.body.json);
  return { right: `${call} → ${one?.status}, ${rightBody}`, wrong: wrongBody };
}

type Words = Readonly<Record<string, string>>;
const STATES: Words = {
  open: 'of an open application',
  submitted: 'of a submitted application',
  expired: 'of an expired application',
  deleted: 'of a deleted application',
  'unknown-slug': 'of an unknown slug',
};
const FLOWS: Words = { 'unknown-form': 'under an unknown form' };
const CREDENTIALS: Words = {
  absent: 'without a token',
  invalid: 'with a wrong token',
  revoked: 'with a revoked token',
  'other-scheme': 'with another scheme',
};
const BODIES: Words = {
  empty: 'with an empty body',
  'empty-object': 'with `{}`',
  'undeclared-key': 'with a key that the form does not have',
  'bad-format': 'with bad answers',
  'missing-required': 'with answers missing',
};
const CREDITS: Words = { 'too-little': 'without credit for the flow' };

function deliveryDifference(right: Delivery, wrong: Delivery, what: string): RightAndWrong {
  if (right.request.method !== wrong.request.method) {
    return { right: `a \`${right.request.method}\``, wrong: `a \`${wrong.request.method}\`` };
  }
  const header = headerDifference(right.request.headers, wrong.request.headers);
  if (header !== undefined) return header;
  if (right.bearer !== wrong.bearer) return { right: '`Authorization: Bearer` with the secret', wrong: what };
  if (right.tls !== wrong.tls) return { right: 'to `https://…`', wrong: 'to `http://…`' };
  if (differenceOf(right.request.body.json, wrong.request.body.json) === undefined) {
    return { right: 'waits 30 seconds for an answer', wrong: what };
  }
  return bodyDifference(right.request.body.json, wrong.request.body.json);
}

type Headers = readonly (readonly [name: string, value: string])[];

function headerDifference(right: Headers, wrong: Headers): RightAndWrong | undefined {
  const values = new Map(wrong.map(([name, value]) => [name.toLowerCase(), value]));
  const changed = right.find(([name, value]) => values.get(name.toLowerCase()) !== value);
  if (changed === undefined) return undefined;
  const [name, value] = changed;
  const other = values.get(name.toLowerCase());
  return { right: `\`${name}: ${value}\``, wrong: other === undefined ? `no \`${name}\`` : `\`${name}: ${other}\`` };
}

function bodyDifference(right: unknown, wrong: unknown): RightAndWrong {
  const path = differenceOf(right, wrong) ?? [];
  return { right: valueText(right, path), wrong: valueText(wrong, path) };
}

function valueText(body: unknown, path: JsonPath): string {
  const value = at(body, ...path.map(String));
  const place = path.length === 0 ? '' : `\`${path.join('.')}\`: `;
  if (value === undefined) return path.length === 0 ? 'no body' : `no \`${path.join('.')}\``;
  return `${place}\`${shortened(value)}\``;
}

/** Writes a value as JSON on one line. Members of large objects become `…`. */
function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  if (text.length <= MAX_VALUE_LENGTH) return text.replaceAll('`', "'");
  if (Array.isArray(value)) return `[ ${value.length} items ]`;
  if (isObject(value)) return `{ ${Object.keys(value).slice(0, 4).join(', ')}, … }`;
  return `${text.slice(0, MAX_VALUE_LENGTH)}…`;
}
