import type { Observation } from '../../observe/observation.ts';
import {
  absentBody,
  answersBody,
  type CallBody,
  emptyJsonBody,
  jsonBody,
  notJsonBody,
  notObjectBody,
} from '../calls/call-body.ts';
import { bearer, type Presented } from '../calls/credentials.ts';
import type { ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import type { EmptyWorkspace } from '../operators/operator.ts';
import type { CallNeedId } from '../plan/call-needs.ts';
import { subjectKey } from '../plan/call-plan.ts';
import { CALL_FACTORS, type CallRow } from '../plan/call-space.ts';
import { Pasts, PASTS } from '../plan/pasts.ts';
import { type BadBody, badBodies } from './bad-bodies.ts';
import type { Stage } from './stage.ts';

/** Tokens, forms and applications of planned calls. Those that could not be arranged are absent. */
export interface CallSubjects {
  readonly credentials: ReadonlyMap<CallRow['credential'], readonly Presented[]>;
  /** Applications by {@link subjectKey}. */
  readonly applications: Map<string, ApplicationSubject>;
  readonly forms: ReadonlyMap<CallRow['flow'], FormSubject>;
  /** Token and form of workspaces with less credit than a flow costs. */
  readonly poor: ReadonlyMap<CallRow['credit'], { readonly credential: Presented; readonly form: FormSubject }>;
  readonly bodyOf: (row: CallRow) => BadBody;
  /** Returns every body of a create that has the class of a row. */
  readonly createBodiesOf: (row: CallRow) => readonly BadBody[];
}

/** Collects tokens, workspaces and bodies, and an application in each state of each flow. */
export async function collectSubjects(stage: Stage): Promise<CallSubjects> {
  const { operator, form, plainForm, unknownForm, keepSecret } = stage;
  const empty = await operator.emptyWorkspace?.();
  const poor = await operator.poorWorkspace?.();
  if (poor !== undefined) keepSecret(poor.token);
  return {
    credentials: await collectCredentials(stage, empty),
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
    ...bodiesOf(stage),
  };
}

/** Collects the tokens of a call by their kind. */
export async function collectCredentials(
  { operator, credentials: { valid, absent, invalid, nearMisses, otherSchemes }, keepSecret }: Stage,
  otherWorkspace: EmptyWorkspace | undefined,
): Promise<CallSubjects['credentials']> {
  const revoked = await operator.revokedToken?.();
  for (const token of [revoked, otherWorkspace?.token]) if (token !== undefined) keepSecret(token);
  return new Map<CallRow['credential'], readonly Presented[]>([
    // Near misses are not of an unknown kind.
    ...[valid, absent, invalid, ...nearMisses].map((each) => [each.kind as CallRow['credential'], [each]] as const),
    ['other-scheme', otherSchemes],
    ['revoked', revoked === undefined ? [] : [bearer(revoked, 'revoked')]],
    ['other-workspace', otherWorkspace === undefined ? [] : [bearer(otherWorkspace.token, 'other-workspace')]],
  ]);
}

/** Finds applications that no other scenario will change, and arranges the others. */
async function collectApplications(stage: Stage): Promise<Map<string, ApplicationSubject>> {
  const { applications, operator, form, plainForm, recorder } = stage;
  const found = new Map<string, ApplicationSubject>();
  const spare: ApplicationSubject[] = [];
  const pasts = new Pasts(recorder.observations);
  const unsettled = unsettledBy(recorder.observations);
  // They belong to the user.
  const fixtures = new Set(STATES.map((state) => operator.existing?.(state)?.slug));
  for (const application of applications.all) {
    const { slug, form, state } = application;
    // Others still take open ones.
    if (state === 'open' || unsettled.has(slug)) continue;
    const key = subjectKey(form.flow, state, pasts.of(slug, state));
    const other = found.get(key);
    if (other !== undefined && !fixtures.has(other.slug)) spare.push(other);
    found.set(key, application);
  }
  for (const of of [form, ...(plainForm === undefined ? [] : [plainForm])]) {
    for (const past of CALL_FACTORS.past) {
      for (const state of STATES) {
        const key = subjectKey(of.flow, state, past);
        if (found.has(key) || !PASTS[past].includes(state)) continue;
        const before = past === 'expiry' ? 'expired' : 'submitted';
        const earlier = past === 'expiry' ? 'nothing' : past;
        const index = spare.findIndex(
          ({ slug, form, state }) => form.slug === of.slug && state === before && pasts.of(slug, state) === earlier,
        );
        const [like] = state === 'deleted' && index >= 0 ? spare.splice(index, 1) : [];
        const isFixture = past === 'nothing' && of === form;
        const existing = isFixture ? operator.existing?.(state) : undefined;
        const arranged = existing ?? (await arrangeSubject(stage, { form: of, state, past, like }));
        if (arranged === undefined) continue;
        applications.adopt(arranged);
        found.set(key, arranged);
      }
    }
  }
  return found;
}

const STATES = ['open', 'submitted', 'expired', 'deleted'] as const;

interface WantedSubject {
  readonly form: FormSubject;
  readonly state: (typeof STATES)[number];
  readonly past: CallRow['past'];
  /** An application that need only be deleted. */
  readonly like?: ApplicationSubject | undefined;
}

/** Arranges a new application. @returns `undefined` if no operator can, or a person would be asked. */
export async function arrangeSubject(stage: Stage, wanted: WantedSubject): Promise<ApplicationSubject | undefined> {
  const { form, state, past, like } = wanted;
  const { applications, arrange, calls, operator, guest } = stage;
  if (state === 'deleted') {
    if (operator.delete === undefined) return undefined;
    const before = past === 'nothing' ? 'open' : past === 'expiry' ? 'expired' : 'submitted';
    const earlier = past === 'expiry' ? 'nothing' : past;
    const application = like ?? (await arrangeSubject(stage, { form, state: before, past: earlier }));
    return application && arrange.delete(application);
  }
  const isHard = past !== 'nothing' || state === 'submitted';
  if (isHard && operator.asksPerson === true) return undefined;
  if (guest && past === 'status change' && state !== 'submitted') return undefined;
  if (state === 'expired' && operator.expire === undefined) return undefined;
  if (past !== 'nothing' && past !== 'resend' && operator.changeStatus === undefined) return undefined;
  const open = await applications.take(calls, form, state === 'open' ? { locale: 'any' } : {});
  let application = open && state === 'submitted' ? await submitted(stage, open) : open;
  if (application !== undefined && past.startsWith('status change')) {
    const before = application;
    const change = () => arrange.changeStatus(before);
    // Who gets this event is known of a mock only.
    application = await (guest ? change() : arrange.delivering(before, change));
  }
  if (application !== undefined && past.endsWith('resend')) {
    const before = application;
    await arrange.delivering(before, () => calls.call({ endpoint: 'resend', application: before }));
  }
  return state === 'expired' && application !== undefined ? arrange.expire(application) : application;
}

async function submitted(stage: Stage, open: ApplicationSubject): Promise<ApplicationSubject | undefined> {
  const { arrange, calls, plainForm } = stage;
  const answers = plainForm?.answers ?? {};
  if (open.form.flow !== 'plain' || Object.keys(answers).length === 0) {
    return arrange.delivering(open, () => arrange.submit(open));
  }
  const body = answersBody('valid-answers', answers);
  await arrange.delivering(open, () => calls.call({ endpoint: 'submit', application: open, body }));
  return { ...open, state: 'submitted' };
}

/** Lists applications whose last delivery a receiver did not acknowledge or refuse: a retry may be under way. */
function unsettledBy(observations: readonly Observation[]): ReadonlySet<string> {
  const last = new Map<string, boolean>();
  for (const observation of observations) {
    if (observation.kind !== 'delivery' || observation.slug === undefined) continue;
    const { answer, slug, receiver } = observation;
    last.set(`${slug} ${receiver}`, answer.kind === 'status' && answer.status < 500);
  }
  return new Set([...last].flatMap(([key, isSettled]) => (isSettled ? [] : [key.split(' ', 1)[0] ?? ''])));
}

/** Returns bodies by class; those with a bad answer take turns. */
function bodiesOf({
  plainForm,
  badBodies: cameraBodies,
  inputParameters,
  undeclaredAnswers,
}: Stage): Pick<CallSubjects, 'bodyOf' | 'createBodiesOf'> {
  const undeclared = Object.keys(undeclaredAnswers);
  const nested = jsonBody('nested-answers', { answers: { full_name: { first: 'Mali', last: 'Suk' } } });
  const plainBodies = badBodies(plainForm?.badAnswers);
  let turn = 0;
  const simple: Readonly<Partial<Record<CallRow['body'], CallBody>>> = {
    absent: absentBody,
    empty: emptyJsonBody,
    'empty-object': jsonBody('empty-object', {}),
    'nested-answers': nested,
    'not-object': notObjectBody,
    'not-json': notJsonBody,
  };
  const badBodiesOf = ({ flow }: Pick<CallRow, 'flow'>): readonly BadBody[] =>
    flow === 'plain' ? plainBodies : cameraBodies;
  const bodyOf: CallSubjects['bodyOf'] = ({ endpoint, flow, body, application }) => {
    if (body === 'undeclared-key') {
      // A form without camera steps would refuse the key for want of the others. Open applications must stay open.
      const isKept = endpoint === 'submit' && flow === 'plain' && application !== 'open' && application !== 'expired';
      const answers = { ...(isKept && plainForm?.answers), ...undeclaredAnswers };
      return { body: answersBody(body, answers, endpoint === 'create' ? undeclared : undefined) };
    }
    const known = simple[body];
    if (known !== undefined) return { body: known };
    if (body === 'bad-format') {
      const bad = endpoint === 'create' ? badBodiesOf({ flow }) : cameraBodies;
      turn += 1;
      return bad[turn % bad.length] ?? { body: answersBody(body, {}) };
    }
    if (body === 'missing-required') {
      const keys = flow === 'plain' && endpoint === 'submit' ? plainForm?.requiredKeys : undefined;
      const given = endpoint === 'create' && flow === 'camera' ? { home_address_country: 'THA' } : {};
      return { body: answersBody(body, given, keys) };
    }
    const answers = flow === 'plain' ? plainForm?.answers : undefined;
    return { body: answersBody(body, answers ?? { ekyc_document_type: 'passport' }) };
  };
  const hasParameters = Object.keys(inputParameters).length > 0;
  const createBodiesOf: CallSubjects['createBodiesOf'] = (row) => {
    if (row.body === 'bad-format') return badBodiesOf(row);
    const isParameters = row.body === 'valid-answers' && row.flow === 'camera' && hasParameters;
    return [bodyOf(row), ...(isParameters ? [{ body: answersBody(row.body, inputParameters) }] : [])];
  };
  return { bodyOf, createBodiesOf };
}

/** Lists what could not be arranged although an operator offers it. */
export function lackingSubjects({ applications, credentials, poor }: CallSubjects): readonly CallNeedId[] {
  const states = (
    [
      ['open', 'camera', 'open'],
      ['openPlain', 'plain', 'open'],
      ['submitted', 'camera', 'submitted'],
      ['submittedPlain', 'plain', 'submitted'],
      ['expired', 'camera', 'expired'],
      ['expiredPlain', 'plain', 'expired'],
      ['deleted', 'camera', 'deleted'],
      ['deletedPlain', 'plain', 'deleted'],
    ] as const
  ).flatMap(([need, flow, state]) =>
    CALL_FACTORS.past.some((past) => applications.has(subjectKey(flow, state, past))) ? [] : [need],
  );
  return [
    ...states,
    ...(credentials.get('revoked')?.length === 0 ? (['revoked'] as const) : []),
    ...(poor.has('none') ? [] : (['noCredit', 'otherWorkspace'] as const)),
    ...(poor.has('too-little') ? [] : (['littleCredit'] as const)),
  ];
}
