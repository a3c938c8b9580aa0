import { pause, systemClock } from '@idvkit/delivery';
import { KNOWN_EVENT_TYPES } from '@idvkit/schema';
import * as z from 'zod';

import { allFaults } from '../../behaviour/faults/all-faults.ts';
import { allVariations, variationOf } from '../../behaviour/variations/all-variations.ts';
import type { WorkspaceRuntime } from '../../service/workspace-runtime.ts';
import { instant } from '../../state/application.ts';
import type { SetUp } from '../../state/command.ts';
import { form, inputParameter, type Form } from '../../state/form.ts';
import { settings } from '../../state/settings.ts';
import { eventType, formOf, receiver, statusColumn } from '../../state/workspace.ts';
import { workspaceOperation, type WorkspaceContext } from './operation.ts';
import { PortalError } from './portal-error.ts';

/** Longest real time that an advance of the clock waits for deliveries under way. */
const SETTLE_MS = 10_000;
/** Beyond it a year has five digits, which no date-time of the service can be written with. */
const LATEST = Date.parse('9999-01-01T00:00:00Z');

export const token = z.string().regex(/^\S+$/, 'must be a text without spaces');

/** A webhook to add. Default of `events`: all types. */
const webhookInput = receiver
  .unwrap()
  .omit({ id: true })
  .extend({ events: z.array(eventType).readonly().default(KNOWN_EVENT_TYPES) })
  .readonly();

export type WebhookInput = z.input<typeof webhookInput>;

/** A webhook as the portal shows it: without its secret, which is shown to no one again. */
const webhookView = receiver.unwrap().omit({ secret: true }).readonly().meta({ id: 'PortalWebhook' });

const tokenView = z.strictObject({ token }).readonly();
const creditView = z.strictObject({ balance: z.int() }).readonly();
const statusColumns = z.array(statusColumn).readonly();

type SettingsShape = ReturnType<(typeof settings)['unwrap']>['shape'];

/** Settings to change; those left out stay as they are. */
const settingsInput = z
  .strictObject(
    // Without their defaults: what is left out is not reset.
    Object.fromEntries(
      Object.entries(settings.unwrap().shape).map(([key, setting]) => [key, setting.unwrap().exactOptional()]),
    ) as { [Key in keyof SettingsShape]: z.ZodExactOptional<ReturnType<SettingsShape[Key]['unwrap']>> },
  )
  .readonly();

const clockView = z
  .strictObject({ mode: z.enum(['frozen', 'offset']), now: instant })
  .readonly()
  .meta({ id: 'PortalClock' });

const faultViews = z
  .array(
    z
      .strictObject({
        id: z.string(),
        rule: z.string(),
        alsoBreaks: z.array(z.string()).readonly(),
        title: z.string(),
        on: z.boolean(),
      })
      .readonly()
      .meta({ id: 'PortalFault' }),
  )
  .readonly();

const variationViews = z
  .array(
    z.strictObject({ id: z.string(), title: z.string(), on: z.boolean() }).readonly().meta({ id: 'PortalVariation' }),
  )
  .readonly();

const switchedOn = z.strictObject({ ids: z.array(z.string()).readonly() }).readonly();

export const workspaceOperations = {
  /** Adds an API token. */
  addToken: workspaceOperation({
    route: 'POST /tokens',
    summary: 'Adds an API token',
    input: z.strictObject({ token: token.exactOptional() }).readonly().prefault({}),
    result: tokenView,
    status: 201,
    errors: ['conflict'],
    run: ({ service, runtime }, _, { token = service.draw.secret('idv_') }) => {
      if (service.find({ token })) throw new PortalError('conflict', 'Cannot add the token: it was given before.');
      setUp(runtime, { tokens: [...runtime.state.tokens, token] });
      return { token };
    },
  }),
  /** Revokes an API token: calls with it return 401 from then on. */
  revokeToken: workspaceOperation({
    route: 'POST /tokens/revoke',
    summary: 'Revokes an API token: calls with it return 401 from then on',
    input: tokenView,
    errors: ['not-found'],
    run: ({ runtime }, _, { token }) => {
      const { tokens, revokedTokens } = runtime.state;
      if (!tokens.includes(token)) {
        throw new PortalError('not-found', 'Cannot revoke the token: the workspace has no such token.');
      }
      setUp(runtime, { tokens: tokens.filter((each) => each !== token), revokedTokens: [...revokedTokens, token] });
    },
  }),
  /** Lists webhooks, without their secrets. */
  webhooks: workspaceOperation({
    route: 'GET /webhooks',
    summary: 'Lists webhooks, without their secrets',
    result: z.array(webhookView).readonly(),
    run: ({ runtime }) => runtime.state.receivers.map(({ secret: _secret, ...webhook }) => webhook),
  }),
  /** Adds a webhook: of all types of event and all forms, unless it names some. */
  addWebhook: workspaceOperation({
    route: 'POST /webhooks',
    summary: 'Adds a webhook: of all types of event and all forms, unless it names some',
    input: webhookInput,
    result: webhookView,
    status: 201,
    errors: ['not-found'],
    run: ({ service, runtime }, _, { secret, ...webhook }) => {
      if (webhook.formSlug !== undefined) findForm(runtime, webhook.formSlug);
      const shown = { id: `wh-${service.draw.number('webhook')}`, ...webhook };
      setUp(runtime, { receivers: [...runtime.state.receivers, { ...shown, secret }] });
      return shown;
    },
  }),
  /** Removes a webhook; deliveries in progress continue. */
  removeWebhook: workspaceOperation({
    route: 'DELETE /webhooks/{id}',
    summary: 'Removes a webhook; deliveries in progress continue',
    run: ({ runtime }, { id }) => {
      const receivers = runtime.state.receivers.filter((receiver) => receiver.id !== id);
      if (receivers.length === runtime.state.receivers.length) {
        throw new PortalError('not-found', 'Cannot remove the webhook: the workspace has none of this id.');
      }
      setUp(runtime, { receivers });
    },
  }),
  /** Shows the credit. */
  credit: workspaceOperation({
    route: 'GET /credit',
    summary: 'Shows the credit',
    result: creditView,
    run: ({ runtime }) => ({ balance: runtime.state.credit }),
  }),
  /** Sets the credit; less than a flow takes answers create with 461. */
  setCredit: workspaceOperation({
    route: 'PUT /credit',
    summary: 'Sets the credit; less than a flow takes answers create with 461',
    input: creditView,
    result: creditView,
    run: ({ runtime }, _, { balance }) => {
      setUp(runtime, { credit: balance });
      return { balance };
    },
  }),
  /** Lists forms. */
  forms: workspaceOperation({
    route: 'GET /forms',
    summary: 'Lists forms',
    result: z.array(form).readonly(),
    run: ({ runtime }) => Object.values(runtime.state.forms),
  }),
  /** Shows a form. */
  form: workspaceOperation({
    route: 'GET /forms/{slug}',
    summary: 'Shows a form',
    result: form,
    run: ({ runtime }, { slug }) => findForm(runtime, slug),
  }),
  /** Adds a form, or puts it in the place of the one of its slug. */
  setForm: workspaceOperation({
    route: 'PUT /forms/{slug}',
    summary: 'Adds a form, or puts it in the place of the one of its slug',
    input: form,
    result: form,
    run: ({ runtime }, { slug }, wanted) => {
      if (wanted.slug !== slug) {
        throw new PortalError('invalid', 'Cannot take the form: its slug is not that of the path.');
      }
      return setForm(runtime, wanted);
    },
  }),
  /** Declares the input parameters of a form. */
  setInputParameters: workspaceOperation({
    route: 'PUT /forms/{slug}/input-parameters',
    summary: 'Declares the input parameters of a form',
    input: z.array(inputParameter).readonly(),
    result: form,
    run: ({ runtime }, { slug }, inputParameters) => setForm(runtime, { ...findForm(runtime, slug), inputParameters }),
  }),
  /** Lists the status columns. */
  statusColumns: workspaceOperation({
    route: 'GET /status-columns',
    summary: 'Lists the status columns',
    result: statusColumns,
    run: ({ runtime }) => runtime.state.statusColumns,
  }),
  /** Sets the status columns; applications that are there keep theirs. */
  setStatusColumns: workspaceOperation({
    route: 'PUT /status-columns',
    summary: 'Sets the status columns; applications that are there keep theirs',
    input: statusColumns,
    result: statusColumns,
    run: ({ runtime }, _, columns) => {
      setUp(runtime, { statusColumns: columns });
      return columns;
    },
  }),
  /** Shows the settings. */
  settings: workspaceOperation({
    route: 'GET /settings',
    summary: 'Shows the settings',
    result: settings,
    run: ({ runtime }) => runtime.state.settings,
  }),
  /** Changes settings; those left out stay as they are. */
  setSettings: workspaceOperation({
    route: 'PUT /settings',
    summary: 'Changes settings; those left out stay as they are',
    input: settingsInput,
    result: settings,
    run: ({ runtime }, _, changes) => {
      const changed = { ...runtime.state.settings, ...changes };
      setUp(runtime, { settings: changed });
      return changed;
    },
  }),
  /** Shows the clock. */
  clock: workspaceOperation({
    route: 'GET /clock',
    summary: 'Shows the clock',
    result: clockView,
    run: clockOf,
  }),
  /** Sets the clock: frozen, or offset with real time flowing on top. */
  setClock: workspaceOperation({
    route: 'PUT /clock',
    summary: 'Sets the clock: frozen, or offset with real time flowing on top',
    input: z
      .strictObject({ mode: z.enum(['frozen', 'offset']).exactOptional(), now: instant.exactOptional() })
      .readonly(),
    result: clockView,
    run: (context, _, to) => {
      if (to.now !== undefined) holdToYears(to.now, 'now');
      context.runtime.clock.set(to);
      return clockOf(context);
    },
  }),
  /** Moves time forward: triggers the retries, timeouts and expiries in between. */
  advance: workspaceOperation({
    route: 'POST /clock/advance',
    summary: 'Moves time forward: triggers the retries, timeouts and expiries in between',
    input: z
      .strictObject({
        ms: z.number().min(0),
        held: z
          .int()
          .min(0)
          .default(0)
          .meta({ description: 'Deliveries that receivers hold on purpose, not waited for' }),
      })
      .readonly(),
    result: clockView,
    isAsync: true,
    run: async (context, _, { ms, held }) => {
      const { clock, dispatcher } = context.runtime;
      holdToYears(clock.now() + ms, 'ms');
      await clock.advance(ms, () => settledInTime(dispatcher.settled(held)));
      return clockOf(context);
    },
  }),
  /** Lists all faults, and which are switched on. */
  faults: workspaceOperation({
    route: 'GET /faults',
    summary: 'Lists all faults, and which are switched on',
    result: faultViews,
    run: faultsOf,
  }),
  /** Switches on just these faults. */
  setFaults: workspaceOperation({
    route: 'PUT /faults',
    summary: 'Switches on just these faults',
    input: switchedOn,
    result: faultViews,
    run: (context, _, { ids }) => {
      context.runtime.faults = ids.map((id) => found('fault', id, (each) => context.service.faultOf(each)));
      return faultsOf(context);
    },
  }),
  /** Lists all variations, and which are switched on. */
  variations: workspaceOperation({
    route: 'GET /variations',
    summary: 'Lists all variations, and which are switched on',
    result: variationViews,
    run: variationsOf,
  }),
  /** Switches on just these variations. */
  setVariations: workspaceOperation({
    route: 'PUT /variations',
    summary: 'Switches on just these variations',
    input: switchedOn,
    result: variationViews,
    run: (context, _, { ids }) => {
      context.runtime.variations = ids.map((id) => found('variation', id, variationOf));
      return variationsOf(context);
    },
  }),
};

function setUp(runtime: WorkspaceRuntime, changes: Partial<SetUp>): void {
  runtime.run([{ type: 'set-up', changes }]);
}

function setForm(runtime: WorkspaceRuntime, changed: Form): Form {
  setUp(runtime, { forms: { ...runtime.state.forms, [changed.slug]: changed } });
  return changed;
}

function findForm(runtime: WorkspaceRuntime, slug: string): Form {
  const found = formOf(runtime.state, slug);
  if (!found) throw new PortalError('not-found', 'Cannot find the form: the workspace has none of this slug.');
  return found;
}

function clockOf({ runtime: { clock } }: WorkspaceContext): z.infer<typeof clockView> {
  return { mode: clock.mode, now: clock.now() };
}

function faultsOf({ runtime: { faults } }: WorkspaceContext): z.infer<typeof faultViews> {
  const on = new Set(faults);
  // Those that are on may be a client's own.
  return [...new Set([...allFaults, ...faults])].map((fault) => {
    const { id, rule, alsoBreaks, title } = fault;
    return { id, rule, alsoBreaks, title, on: on.has(fault) };
  });
}

function variationsOf({ runtime: { variations } }: WorkspaceContext): z.infer<typeof variationViews> {
  return allVariations.map((variation) => {
    const { id, title } = variation;
    return { id, title, on: variations.includes(variation) };
  });
}

function found<Switch>(kind: string, id: string, find: (id: string) => Switch | undefined): Switch {
  const known = find(id);
  if (known) return known;
  const issue = { path: 'ids', message: `${id} is not a ${kind}` };
  throw new PortalError('invalid', `Cannot switch on the ${kind}: there is none of this id.`, [issue]);
}

/** Refuses a moment at which the service could not write a date-time. */
function holdToYears(moment: number, path: string): void {
  if (moment >= 0 && moment < LATEST) return;
  throw new PortalError('invalid', 'Cannot set the clock: it goes from the year 1970 to the year 9998.', [
    { path, message: 'must lead to a moment between the years 1970 and 9998' },
  ]);
}

/** Waits for deliveries, but no longer than {@link SETTLE_MS} of real time. */
async function settledInTime(settled: Promise<void>): Promise<void> {
  const ended = new AbortController();
  await Promise.race([settled, pause(systemClock, SETTLE_MS, ended.signal)]);
  ended.abort();
}
