import { allFaults, faultOf } from '../behaviour/faults/all-faults.ts';
import type { Service } from '../service/service.ts';
import { applicantSubmission } from '../service/submission/submit-command.ts';
import type { WorkspaceRuntime } from '../service/workspace-runtime.ts';
import { stateOf, type StoredApplication } from '../state/application.ts';
import { form, type Form, type InputParameter } from '../state/form.ts';
import { settings, type Settings } from '../state/settings.ts';
import type { SubmitOptions } from '../state/submission.ts';
import { applicationOf, formOf, type StatusColumn } from '../state/workspace.ts';
import { toApplicationView, type ApplicationView } from './application-view.ts';
import { auditOf, type ClientAudit } from './audit-view.ts';
import { webhookInput, type ClockInput, type SettingsInput, type WebhookInput } from './inputs.ts';
import { invalidInput, PortalError } from './portal-error.ts';
import type { ClockView, DeliveryView, FaultView, WebhookView } from './views.ts';

/** Longest real time that an advance of the clock waits for deliveries under way. */
const SETTLE_MS = 10_000;
/** Beyond it a year has five digits, which no date-time of the service can be written with. */
const LATEST = Date.parse('9999-01-01T00:00:00Z');

/**
 * What an operator does in the portal of one workspace. Every method throws a `PortalError` where it cannot.
 *
 * Moments are milliseconds since the Unix epoch on the workspace's clock.
 */
export interface WorkspacePortal {
  applications(): readonly ApplicationView[];
  application(slug: string): ApplicationView;
  /** Has the applicant submit; what is not chosen comes out as a pass, open questions get invented answers. */
  submit(slug: string, options?: SubmitOptions): ApplicationView;
  /** Lets the form expire, which is a drop-off if the applicant started it. Default: did. */
  expire(slug: string, options?: { readonly started?: boolean }): ApplicationView;
  delete(slug: string): void;
  changeStatus(slug: string, column: string, value: string): ApplicationView;
  /** Adds a token, of its own choice where none is given. */
  addToken(token?: string): string;
  revokeToken(token: string): void;
  webhooks(): readonly WebhookView[];
  addWebhook(webhook: WebhookInput): WebhookView;
  removeWebhook(id: string): void;
  credit(): number;
  setCredit(balance: number): number;
  forms(): readonly Form[];
  form(slug: string): Form;
  setForm(form: Form): Form;
  setInputParameters(formSlug: string, inputParameters: readonly InputParameter[]): Form;
  statusColumns(): readonly StatusColumn[];
  setStatusColumns(columns: readonly StatusColumn[]): readonly StatusColumn[];
  settings(): Settings;
  setSettings(changes: SettingsInput): Settings;
  clock(): ClockView;
  setClock(to: ClockInput): ClockView;
  /** Moves time on, and what falls due meanwhile happens. `held`: deliveries that receivers hold on purpose. */
  advance(ms: number, options?: { readonly held?: number }): Promise<ClockView>;
  faults(): readonly FaultView[];
  /** Switches on just these faults. */
  setFaults(ids: readonly string[]): readonly FaultView[];
  deliveries(filter?: { readonly slug?: string; readonly bodies?: boolean }): readonly DeliveryView[];
  /** Judges the client by the rules that bind it, and lists its calls in order. */
  audit(): ClientAudit;
  /** Forgets what the client did until now. */
  clearAudit(): void;
}

/** Opens the portal of a workspace. */
export function openWorkspacePortal(service: Service, find: () => WorkspaceRuntime): WorkspacePortal {
  const application = (slug: string): StoredApplication => {
    const found = applicationOf(find().state, slug);
    if (!found) throw new PortalError('not-found', 'Cannot find the application: the workspace has none of this slug.');
    return found;
  };
  const formBySlug = (slug: string): Form => {
    const found = formOf(find().state, slug);
    if (!found) throw new PortalError('not-found', 'Cannot find the form: the workspace has none of this slug.');
    return found;
  };
  const show = (slug: string): ApplicationView => {
    const found = application(slug);
    const { state: workspace } = find();
    const origin = service.publicOrigin ?? found.origin ?? service.lastOrigin ?? 'http://localhost';
    return toApplicationView(found, { form: formBySlug(found.formSlug), workspace, origin });
  };
  const open = (slug: string, what: string): StoredApplication => {
    const found = application(slug);
    const state = stateOf(found);
    if (state !== 'open') throw new PortalError('conflict', `Cannot ${what}: the application is ${state}.`);
    return found;
  };
  const notDeleted = (slug: string, what: string): void => {
    const state = stateOf(application(slug));
    if (state === 'deleted') throw new PortalError('conflict', `Cannot ${what}: the application is deleted.`);
  };
  const now = (): number => find().clock.now();

  const portal: WorkspacePortal = {
    applications: () =>
      find()
        .state.applications.all()
        .map(({ slug }) => show(slug)),
    application: show,
    submit: (slug, options = {}) => {
      const found = open(slug, 'submit');
      const subject = { form: formBySlug(found.formSlug), application: found, now: now() };
      const prepared = applicantSubmission(subject, options);
      if (!prepared.command) {
        const issues = Object.entries(prepared.problems).flatMap(([key, messages]) =>
          messages.map((message) => ({ path: `answers.${key}`, message })),
        );
        throw new PortalError('invalid', 'Cannot submit: answers are missing or invalid.', issues);
      }
      find().run([prepared.command]);
      return show(slug);
    },
    expire: (slug, { started = true } = {}) => {
      open(slug, 'expire');
      const at = now();
      find().run([...(started ? [{ type: 'start', at, slug } as const] : []), { type: 'expire', at, slug }]);
      return show(slug);
    },
    delete: (slug) => {
      notDeleted(slug, 'delete');
      find().run([{ type: 'delete', at: now(), slug }]);
    },
    changeStatus: (slug, column, value) => {
      notDeleted(slug, 'change the status');
      if (column === 'ekyc') throw new PortalError('invalid', 'Cannot change ekyc: the service sets it itself.');
      find().run([{ type: 'change-status', at: now(), slug, column, value }]);
      return show(slug);
    },
    addToken: (token = service.draw.secret('idv_')) => {
      if (service.find({ token })) throw new PortalError('conflict', 'Cannot add the token: it was given before.');
      find().run([{ type: 'add-token', token }]);
      return token;
    },
    revokeToken: (token) => {
      if (!find().state.tokens.includes(token)) {
        throw new PortalError('not-found', 'Cannot revoke the token: the workspace has no such token.');
      }
      find().run([{ type: 'revoke-token', token }]);
    },
    webhooks: () => find().state.receivers.map(withoutSecret),
    addWebhook: (webhook) => {
      const parsed = webhookInput.safeParse(webhook);
      if (!parsed.success) throw invalidInput('webhook', parsed.error);
      if (parsed.data.formSlug !== undefined) formBySlug(parsed.data.formSlug);
      const receiver = { id: `wh-${service.draw.number('webhook')}`, ...parsed.data };
      find().run([{ type: 'add-receiver', receiver }]);
      return withoutSecret(receiver);
    },
    removeWebhook: (id) => {
      if (!find().state.receivers.some((receiver) => receiver.id === id)) {
        throw new PortalError('not-found', 'Cannot remove the webhook: the workspace has none of this id.');
      }
      find().run([{ type: 'remove-receiver', id }]);
    },
    credit: () => find().state.credit,
    setCredit: (credit) => {
      find().run([{ type: 'set-credit', credit }]);
      return find().state.credit;
    },
    forms: () => Object.values(find().state.forms),
    form: formBySlug,
    setForm: (wanted) => {
      const parsed = form.safeParse(wanted);
      if (!parsed.success) throw invalidInput('form', parsed.error);
      find().run([{ type: 'set-form', form: parsed.data }]);
      return formBySlug(parsed.data.slug);
    },
    setInputParameters: (formSlug, inputParameters) => {
      formBySlug(formSlug);
      find().run([{ type: 'set-input-parameters', formSlug, inputParameters }]);
      return formBySlug(formSlug);
    },
    statusColumns: () => find().state.statusColumns,
    setStatusColumns: (statusColumns) => {
      find().run([{ type: 'set-status-columns', statusColumns }]);
      return find().state.statusColumns;
    },
    settings: () => find().state.settings,
    setSettings: (changes) => {
      const parsed = settings.safeParse({ ...find().state.settings, ...changes });
      if (!parsed.success) throw invalidInput('settings', parsed.error);
      find().run([{ type: 'set-settings', settings: parsed.data }]);
      return find().state.settings;
    },
    clock: () => ({ mode: find().clock.mode, now: now() }),
    setClock: (to) => {
      if (to.now !== undefined) holdToYears(to.now, 'now');
      find().clock.set(to);
      return portal.clock();
    },
    advance: async (ms, { held = 0 } = {}) => {
      const { clock, dispatcher } = find();
      holdToYears(now() + ms, 'ms');
      await clock.advance(ms, () => atMost(dispatcher.settled(held), SETTLE_MS));
      return portal.clock();
    },
    faults: () => {
      const on = new Set(find().faults);
      return allFaults.map((fault) => ({
        id: fault.id,
        rule: fault.rule,
        alsoBreaks: fault.alsoBreaks,
        title: fault.title,
        on: on.has(fault),
      }));
    },
    setFaults: (ids) => {
      find().faults = ids.map((id) => {
        const fault = faultOf(id);
        if (!fault)
          throw new PortalError('invalid', 'Cannot switch on the fault: there is none of this id.', [
            { path: 'ids', message: `${id} is no fault` },
          ]);
        return fault;
      });
      return portal.faults();
    },
    deliveries: ({ slug, bodies = false } = {}) =>
      find()
        .deliveries.deliveries.filter((delivery) => slug === undefined || delivery.slug === slug)
        .map((delivery) => ({
          ...delivery,
          attempts: delivery.attempts.map(({ body, ...attempt }) => ({
            ...attempt,
            ...(bodies && body !== undefined && { body }),
          })),
        })),
    audit: () => auditOf(find()),
    clearAudit: () => {
      find().calls.clear();
      find().visits.clear();
    },
  };
  return portal;
}

/** Refuses a moment at which the service could not write a date-time. */
function holdToYears(moment: number, path: string): void {
  if (moment >= 0 && moment < LATEST) return;
  throw new PortalError('invalid', 'Cannot set the clock: it goes from the year 1970 to the year 9998.', [
    { path, message: 'must lead to a moment between the years 1970 and 9998' },
  ]);
}

function withoutSecret({ secret: _secret, ...webhook }: WebhookView & { readonly secret: string }): WebhookView {
  return webhook;
}

/** Waits for something, but no longer than `ms` of real time. */
async function atMost(settled: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([settled, late]);
  clearTimeout(timer);
}
