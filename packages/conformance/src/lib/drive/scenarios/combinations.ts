import { conditionPairs, feasibleCombinations, pairsIn, type Combination } from '../../observe/condition-pairs.ts';
import { absentBody, answersBody, type CallBody, emptyJsonBody, jsonBody, notJsonBody } from '../calls/call-body.ts';
import { bearer, type Presented } from '../calls/credentials.ts';
import type { ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import { revokedCredential } from './authentication.ts';
import type { Scenario, Stage } from './stage.ts';

/** Calls under pairs of conditions that no other scenario combined. Nothing that it calls may change an application. */
export const combinations: Scenario = {
  name: 'combinations: conditions in pairs',
  rules: ['auth.*', 'error.*', 'locale.unknown.*', '*.status.documented', '*.unknown.404', '*.deleted.404'],
  when: 'last',
  run: async (stage) => {
    // The report of a live run lists the pairs that are left out.
    if (stage.guest) return;
    const means = await meansOf(stage);
    const left = new Set(conditionPairs(stage.recorder.observations).missing);
    const candidates = feasibleCombinations()
      .filter((combination) => isHarmless(combination) && isPossible(combination, means))
      .map((combination) => ({ combination, pairs: pairsIn(combination) }));
    for (const combination of covering(candidates, left)) await callUnder(stage, means, combination);
  },
};

interface Candidate {
  readonly combination: Combination;
  readonly pairs: readonly string[];
}

/** Yields combinations that have all pairs which any of them has, the most productive first of those with a pair. */
function* covering(candidates: readonly Candidate[], left: Set<string>): Iterable<Combination> {
  const having = new Map([...left].map((pair) => [pair, [] as Candidate[]]));
  for (const candidate of candidates) {
    for (const pair of candidate.pairs) having.get(pair)?.push(candidate);
  }
  // A set gives no pair that was removed before its turn.
  for (const pair of left) {
    let best: Candidate | undefined;
    let bestGain = 0;
    for (const candidate of having.get(pair) ?? []) {
      const gain = candidate.pairs.filter((other) => left.has(other)).length;
      if (gain > bestGain) [best, bestGain] = [candidate, gain];
    }
    if (best === undefined) continue;
    for (const gained of best.pairs) left.delete(gained);
    yield best.combination;
  }
}

/** Checks that a call only reads, or that one of its conditions makes it fail. */
function isHarmless({ endpoint, application, flow, credential, locale, body, credit }: Combination): boolean {
  if (endpoint === 'info' || endpoint === 'result') return true;
  // A service that submits what it must refuse changes what later calls find.
  if (endpoint === 'submit' && application === 'open' && credential !== 'valid') return false;
  if (credential !== 'valid' || locale === 'unrecognised' || flow === 'unknown-form') return true;
  if (endpoint === 'create') return credit === 'too-little' || body === 'not-json';
  if (endpoint === 'resend') return application !== 'submitted';
  return flow === 'camera' || application === 'deleted' || application === 'unknown-slug';
}

/** What calls need: something is missing if an operator cannot arrange it. */
interface Means {
  readonly credentials: Readonly<Record<Combination['credential'], Presented | undefined>>;
  readonly applications: ReadonlyMap<string, ApplicationSubject>;
  readonly forms: Readonly<Record<Combination['flow'], FormSubject | undefined>>;
  readonly bodies: Readonly<Record<Combination['body'], CallBody | undefined>>;
  readonly empty: { readonly credential: Presented; readonly form: FormSubject } | undefined;
}

async function meansOf(stage: Stage): Promise<Means> {
  const { operator, form, plainForm, unknownForm, badBodies, undeclaredAnswers, credentials } = stage;
  const { absent, invalid, valid, otherSchemes } = credentials;
  const empty = await operator.emptyWorkspace?.();
  if (empty !== undefined) stage.keepSecret(empty.token);
  return {
    credentials: { valid, absent, invalid, 'other-scheme': otherSchemes[0], revoked: await revokedCredential(stage) },
    forms: { camera: form, plain: plainForm, 'unknown-form': unknownForm },
    applications: await applicationsOf(stage),
    bodies: {
      absent: absentBody,
      empty: emptyJsonBody,
      'empty-object': jsonBody('empty-object', {}),
      'valid-answers': answersBody('valid-answers', { ekyc_document_type: 'passport' }),
      'undeclared-key': answersBody('undeclared-key', undeclaredAnswers),
      'bad-format': badBodies[0]?.body,
      'missing-required': answersBody('missing-required', {}),
      'nested-answers': jsonBody('nested-answers', { answers: { full_name: { first: 'Mali', last: 'Suk' } } }),
      'not-json': notJsonBody,
    },
    empty: empty && { credential: bearer(empty.token), form: empty.form },
  };
}

/** Returns an application of each flow in each state, by `flow state`. */
async function applicationsOf({
  calls,
  applications,
  arrange,
  operator,
  form,
  plainForm,
}: Stage): Promise<Means['applications']> {
  const found = new Map(
    applications.all.map((application) => [keyOf(application.form.flow, application.state), application]),
  );
  for (const of of [form, ...(plainForm === undefined ? [] : [plainForm])]) {
    const open = await applications.take(calls, of);
    if (open !== undefined) found.set(keyOf(of.flow, 'open'), open);
    for (const [state, act] of [
      ['deleted', operator.delete && arrange.delete.bind(arrange)],
      ['expired', operator.expire && arrange.expire.bind(arrange)],
    ] as const) {
      if (found.has(keyOf(of.flow, state)) || act === undefined) continue;
      const fresh = await applications.take(calls, of);
      const acted = fresh && (await act(fresh));
      if (acted !== undefined) found.set(keyOf(of.flow, state), acted);
    }
  }
  return found;
}

function keyOf(flow: string, state: string): string {
  return `${flow} ${state}`;
}

function isPossible({ credential, application, flow, body, credit }: Combination, means: Means): boolean {
  const { credentials, forms, bodies, applications, empty } = means;
  if (credentials[credential] === undefined || forms[flow] === undefined || bodies[body] === undefined) return false;
  // A workspace without credit is known to have one form only.
  if (credit === 'too-little') return empty !== undefined && flow !== 'plain';
  return application === 'none' || application === 'unknown-slug' || applications.has(keyOf(flow, application));
}

async function callUnder(
  { calls, applications, unknown }: Stage,
  means: Means,
  combination: Combination,
): Promise<void> {
  const { endpoint, application: state, flow, locale, credit } = combination;
  const isEmpty = credit === 'too-little';
  const form = isEmpty && flow === 'camera' ? means.empty?.form : means.forms[flow];
  const credential =
    isEmpty && combination.credential === 'valid' ? means.empty?.credential : means.credentials[combination.credential];
  const body = means.bodies[combination.body];
  if (form === undefined || credential === undefined || body === undefined) return;
  const lang = locale === 'unrecognised' ? { lang: 'xx' } : {};
  if (endpoint === 'create') {
    await applications.create(calls, { form, credential, body, credit, ...lang });
    return;
  }
  const application = state === 'unknown-slug' ? { ...unknown, form } : means.applications.get(keyOf(flow, state));
  if (application !== undefined) await calls.call({ endpoint, application, credential, body, ...lang });
}
