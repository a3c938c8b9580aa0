import { stringAt } from '@idvkit/json';

import type { ApplicationState, Flow } from '../../observe/condition.ts';
import type { Observation } from '../../observe/observation.ts';
import { absentBody, answersBody, type CallBody, emptyJsonBody, jsonBody, notJsonBody } from '../calls/call-body.ts';
import { bearer, type Presented } from '../calls/credentials.ts';
import type { ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import type { CallNeedId } from '../plan/call-needs.ts';
import type { CallRow } from '../plan/call-space.ts';
import { type BadBody, badBodies } from './bad-bodies.ts';
import type { Stage } from './stage.ts';

/** What planned calls are made with. What is absent could not be arranged. */
export interface CallSubjects {
  readonly credentials: ReadonlyMap<CallRow['credential'], readonly Presented[]>;
  /** Applications by flow and state: `camera submitted`. Nothing may change them. */
  readonly applications: Map<string, ApplicationSubject>;
  readonly forms: ReadonlyMap<CallRow['flow'], FormSubject>;
  /** Token and form of workspaces with less credit than a flow costs. */
  readonly poor: ReadonlyMap<CallRow['credit'], { readonly credential: Presented; readonly form: FormSubject }>;
  readonly bodyOf: (row: CallRow) => BadBody;
}

export function subjectKey(flow: Flow, state: ApplicationState): string {
  return `${flow} ${state}`;
}

/** Collects tokens, workspaces and bodies, and an application in each state of each flow. */
export async function collectSubjects(stage: Stage): Promise<CallSubjects> {
  const { operator, credentials, form, plainForm, unknownForm, keepSecret } = stage;
  const revoked = await operator.revokedToken?.();
  const empty = await operator.emptyWorkspace?.();
  const poor = await operator.poorWorkspace?.();
  for (const token of [revoked, empty?.token, poor?.token]) if (token !== undefined) keepSecret(token);
  const { valid, absent, invalid, nearMisses, otherSchemes } = credentials;
  return {
    credentials: new Map<CallRow['credential'], readonly Presented[]>([
      ...[valid, absent, invalid, ...nearMisses].map((each) => [each.kind as CallRow['credential'], [each]] as const),
      ['other-scheme', otherSchemes],
      ['revoked', revoked === undefined ? [] : [bearer(revoked, 'revoked')]],
      ['other-workspace', empty === undefined ? [] : [bearer(empty.token, 'other-workspace')]],
    ]),
    applications: await collectApplications(stage),
    forms: new Map<CallRow['flow'], FormSubject>([
      ['camera', form],
      ...(plainForm === undefined ? [] : [['plain', plainForm] as const]),
      ['unknown-form', unknownForm],
    ]),
    poor: new Map(
      [['none', empty] as const, ['too-little', poor] as const].flatMap(([credit, workspace]) =>
        workspace === undefined
          ? []
          : [[credit, { credential: bearer(workspace.token), form: workspace.form }] as const],
      ),
    ),
    bodyOf: bodiesOf(stage),
  };
}

/** Finds applications that no other scenario will change, and arranges the others. */
async function collectApplications(stage: Stage): Promise<Map<string, ApplicationSubject>> {
  const { applications, arrange, operator, form, plainForm, recorder, calls } = stage;
  const found = new Map<string, ApplicationSubject>();
  const disturbed = disturbedBy(recorder.observations);
  for (const application of applications.all) {
    const { slug, form, state } = application;
    if (!disturbed.has(slug)) found.set(subjectKey(form.flow, state), application);
  }
  const act = {
    expired: operator.expire && arrange.expire.bind(arrange),
    deleted: operator.delete && arrange.delete.bind(arrange),
  };
  for (const of of [form, ...(plainForm === undefined ? [] : [plainForm])]) {
    const open = await applications.take(calls, of, 'any');
    if (open !== undefined) found.set(subjectKey(of.flow, 'open'), open);
    for (const state of ['deleted', 'expired'] as const) {
      const key = subjectKey(of.flow, state);
      const existing = of === form ? operator.existing?.(state) : undefined;
      if (existing !== undefined && !found.has(key)) found.set(key, existing);
      if (found.has(key) || act[state] === undefined) continue;
      const fresh = await applications.take(calls, of);
      const acted = fresh && (await act[state](fresh));
      if (acted === undefined) continue;
      applications.adopt(acted);
      found.set(key, acted);
    }
  }
  return found;
}

/** Lists applications about which something may still be under way: a status change, a resend, a delivery that failed. */
function disturbedBy(observations: readonly Observation[]): ReadonlySet<string | undefined> {
  return new Set(observations.filter(isDisturbance).map((each) => ('slug' in each ? each.slug : undefined)));
}

function isDisturbance(observation: Observation): boolean {
  if (observation.kind === 'action') return observation.action === 'change-status';
  if (observation.kind === 'exchange') {
    const { endpoint, credential, method } = observation.condition;
    return endpoint === 'resend' && credential === 'valid' && method === 'POST';
  }
  if (observation.kind !== 'delivery') return false;
  const { answer, request } = observation;
  const isAcknowledged = answer.kind === 'status' && answer.status < 300;
  return !isAcknowledged || stringAt(request.body.json, 'event', 'type') === 'update_status';
}

/** Returns bodies by class; those with a bad answer take turns. */
function bodiesOf({ plainForm, badBodies: cameraBodies, undeclaredAnswers }: Stage): CallSubjects['bodyOf'] {
  const undeclared = Object.keys(undeclaredAnswers);
  const nested = jsonBody('nested-answers', { answers: { full_name: { first: 'Mali', last: 'Suk' } } });
  const plainBodies = badBodies(plainForm?.badAnswers);
  let turn = 0;
  const simple: Readonly<Partial<Record<CallRow['body'], CallBody>>> = {
    absent: absentBody,
    empty: emptyJsonBody,
    'empty-object': jsonBody('empty-object', {}),
    'nested-answers': nested,
    'not-json': notJsonBody,
  };
  return ({ endpoint, flow, body }) => {
    if (body === 'undeclared-key')
      return { body: answersBody(body, undeclaredAnswers, endpoint === 'create' ? undeclared : undefined) };
    const known = simple[body];
    if (known !== undefined) return { body: known };
    if (body === 'bad-format') {
      const bad = flow === 'plain' && endpoint === 'create' ? plainBodies : cameraBodies;
      turn += 1;
      return bad[turn % bad.length] ?? { body: answersBody(body, {}) };
    }
    if (body === 'missing-required') {
      const keys = flow === 'plain' && endpoint === 'submit' ? plainForm?.requiredKeys : undefined;
      return { body: answersBody(body, {}, keys) };
    }
    const answers = flow === 'plain' ? plainForm?.answers : undefined;
    return { body: answersBody(body, answers ?? { ekyc_document_type: 'passport' }) };
  };
}

/** Lists what could not be arranged although an operator offers it. */
export function lackingSubjects({ applications, credentials, poor }: CallSubjects): readonly CallNeedId[] {
  const states = (
    [
      ['open', 'camera open'],
      ['openPlain', 'plain open'],
      ['submitted', 'camera submitted'],
      ['submittedPlain', 'plain submitted'],
      ['expired', 'camera expired'],
      ['expiredPlain', 'plain expired'],
      ['deleted', 'camera deleted'],
      ['deletedPlain', 'plain deleted'],
    ] as const
  ).flatMap(([need, key]) => (applications.has(key) ? [] : [need]));
  return [
    ...states,
    ...(credentials.get('revoked')?.length === 0 ? (['revoked'] as const) : []),
    ...(poor.has('none') ? [] : (['noCredit', 'otherWorkspace'] as const)),
    ...(poor.has('too-little') ? [] : (['littleCredit'] as const)),
  ];
}
