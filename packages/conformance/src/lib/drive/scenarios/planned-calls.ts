import { stringAt } from '@idvkit/json';
import { PLATFORM_LOCALES } from '@idvkit/schema';

import type { ApplicationSubject } from '../calls/service-calls.ts';
import { lackingNeeds } from '../plan/call-needs.ts';
import { type CallPlan, subjectKey } from '../plan/call-plan.ts';
import type { CallRow } from '../plan/call-space.ts';
import { type CallSubjects, collectSubjects, lackingSubjects } from './call-subjects.ts';
import { readingCredit } from './create.ts';
import { PlannedCaller } from './planned-caller.ts';
import { tryAltered } from './signed-images.ts';
import type { Scenario, Stage } from './stage.ts';

/** Calls beyond those that are due, if waiting costs no time: they take about a second. */
export const EXTRA_CALLS = 1500;

/** Makes the calls of the plan that no other scenario made. */
export const plannedCalls: Scenario = {
  name: 'combinations: calls under planned conditions',
  rules: [
    'auth.*',
    'error.*',
    'locale.*',
    'info.*',
    'result.*',
    'application.*',
    'other-status.*',
    'convention.*',
    'create.state.*',
    'create.answers.*',
    'create.422.*',
    'create.form-unknown.*',
    '*.status.*',
    '*.unknown.*',
    '*.deleted.*',
  ],
  when: 'last',
  run: async (stage) => {
    const { applications, plan, recorder, clock, idle, isThorough, guest, form } = stage;
    // Any submit call may submit its applications: their state would be a guess. The run says so already.
    if (form.flow === 'unknown') return;
    const subjects = await collectSubjects(stage);
    plan.restrict(new Set(subjects.applications.keys()));
    plan.lack(...lackingNeeds({ ...stage, isLive: guest }), ...lackingSubjects(subjects));
    if (!(await refusesBadAnswers(stage))) plan.lack('badAnswers');
    plan.count(recorder.observations);
    for (const application of subjects.applications.values()) await readTwice(stage, application);
    await refuseSubmits(stage, [...subjects.applications.values()]);
    await readUnderOtherForm(stage, subjects);
    const caller = new PlannedCaller(stage, subjects);
    const { withoutEffect, withEffect, creates, withCredit } = dueRows(plan, isThorough);
    // What has an effect comes first: the deliveries are watched later.
    for (const row of withEffect) await caller.make(row);
    // A row makes two at most. A small budget is for what else is due.
    const isAffordable = applications.remaining > 2 * creates.length;
    for (const create of caller.works(isAffordable ? creates : [])) await createAndFollow(stage, create);
    for (const [credit, rows] of withCredit) {
      await caller.withCredit(credit, rows, async () => {
        await tryAltered(stage, credit);
        if (isThorough) await readSubmitted(stage, credit);
      });
    }
    const isLimited = !isThorough && !Number.isFinite(clock.affordableMs);
    const extra = isLimited ? first(EXTRA_CALLS, extraRows(plan)) : extraRows(plan);
    idle.offer(caller.works(withoutEffect), caller.works(extra));
  },
};

/** Calls of a plan that are due, by what they do. */
export interface DueRows {
  readonly withoutEffect: readonly CallRow[];
  readonly withEffect: readonly CallRow[];
  readonly creates: readonly CallRow[];
  /** Calls that need the workspace to have less credit. */
  readonly withCredit: readonly (readonly [credit: 'too-little' | 'none', rows: readonly CallRow[]])[];
}

/** Takes the calls that are due from a plan. */
export function dueRows(plan: CallPlan, isThorough: boolean): DueRows {
  const strength = isThorough ? 3 : 2;
  return {
    withoutEffect: [...plan.rows(strength, 'none')],
    withEffect: [
      ...plan.rows(strength, 'if-wrong'),
      ...(isThorough ? plan.product('if-wrong') : []),
      ...plan.rows(strength, 'some'),
    ],
    creates: [...plan.creates(isThorough)],
    withCredit: (['too-little', 'none'] as const).map((credit) => [
      credit,
      // A resend uses up an application that was not resent before.
      [
        ...(isThorough ? plan.product('none', { credit }) : []),
        ...plan.rows(strength, 'some', credit),
        ...plan.acrossEndpoints('if-wrong', credit),
      ],
    ]),
  };
}

/** Creates, and reads the credit before and after, and the info URL of each create. */
async function createAndFollow(stage: Stage, create: () => Promise<void>): Promise<void> {
  const { applications, calls, credentials, judges } = stage;
  const exchanges = await readingCredit(stage, create);
  if (!judges(['create.info.resolves'])) return;
  for (const { response } of exchanges) {
    const application = applications.find(stringAt(response?.body.json, 'detail', 'slug'));
    const url = application?.infoUrl;
    if (application === undefined || url === undefined || !URL.canParse(url)) continue;
    // Without the token: the URL may lead anywhere.
    await calls.fetch({ endpoint: 'info', application, url, credential: credentials.absent });
  }
}

/** Tries answers that a create should refuse: one that creates would create one for each call. */
async function refusesBadAnswers({ applications, calls, form, badBodies }: Stage): Promise<boolean> {
  const bad = badBodies.at(-1);
  return bad !== undefined && (await applications.create(calls, { form, ...bad })).exchange?.response?.status === 422;
}

/** Reads applications under the path of another form, which has none with this slug. */
async function readUnderOtherForm({ calls, plainForm }: Stage, { applications }: CallSubjects): Promise<void> {
  if (plainForm === undefined) return;
  for (const state of ['open', 'submitted'] as const) {
    const known = applications.get(subjectKey('camera', state, 'nothing'));
    if (known === undefined) continue;
    const application = { form: plainForm, slug: known.slug, state: 'unknown-slug' } as const;
    for (const endpoint of ['result', 'info'] as const) await calls.call({ endpoint, application });
  }
}

/** Reads an application twice in a row: a read changes nothing. */
async function readTwice({ calls }: Stage, application: ApplicationSubject): Promise<void> {
  for (const endpoint of ['result', 'info', 'result'] as const) await calls.call({ endpoint, application });
}

/** Reads every submitted application of the flow that costs more, as outcomes of checks differ: each in the next locale. */
async function readSubmitted({ applications, calls }: Stage, credit: CallRow['credit']): Promise<void> {
  const submitted = applications.all.filter(({ state, form }) => state === 'submitted' && form.flow === 'camera');
  for (const [index, application] of submitted.entries()) {
    const lang = PLATFORM_LOCALES[index % PLATFORM_LOCALES.length] ?? '';
    await calls.call({ endpoint: 'result', application, credit, lang });
  }
}

/** Time in which no other command could explain a delivery, in milliseconds. */
const APART_MS = 2_500;
/** Real time for a delivery to arrive, in milliseconds. */
const ARRIVAL_MS = 1_000;

/** Makes a submit without a token on each open application, apart from all other commands: what follows is its effect. */
async function refuseSubmits(stage: Stage, applications: readonly ApplicationSubject[]): Promise<void> {
  const { calls, clock, credentials, receivers, recorder } = stage;
  const open = applications.filter(({ state }) => state === 'open');
  if (receivers === undefined || open.length === 0) return;
  await clock.pass(APART_MS, 'no other command explains a delivery');
  const before = recorder.observations.length;
  for (const application of open) {
    await calls.call({ endpoint: 'submit', application, credential: credentials.absent });
  }
  const isDelivered = (): boolean => recorder.observations.slice(before).some(({ kind }) => kind === 'delivery');
  await clock.settle(isDelivered, ARRIVAL_MS);
}

/** Yields calls without effect: endpoint, credential, state and flow in all combinations, then triples, then all locales. */
export function* extraRows(plan: CallPlan): Generator<CallRow, void, void> {
  yield* plan.product('none', { rounds: 1 });
  yield* plan.rows(3, 'none');
  yield* plan.product('none');
}

export function* first<Item>(count: number, items: Iterable<Item>): Generator<Item, void, void> {
  let left = count;
  for (const item of items) {
    if (left <= 0) return;
    left -= 1;
    yield item;
  }
}
