import { arrayAt, at, type JsonObject, stringAt } from '@idvkit/json';
import { request } from 'undici';

import { endpointPath } from '../calls/endpoint-path.ts';
import type { MovableClock } from '../calls/moved-clock.ts';
import { readBounded } from '../calls/read-bounded.ts';
import { RunProblemError } from '../calls/run-problem.ts';
import { completeAnswers, readForm, refusedAnswers, requiredKeys, type FormDefinition } from './form-definition.ts';
import type { Operator } from './operator.ts';
import { PortalClient } from './portal-client.ts';

/** A workspace of its own in an idvkit mock, and everything that its portal can arrange in it. */
export interface PortalWorkspace {
  readonly token: string;
  /** Form with camera steps, or the one that was asked for. */
  readonly formSlug: string;
  /** Whether the workspace has that form. */
  readonly hasForm: boolean;
  readonly operator: Operator;
  readonly clock: MovableClock;
  /** The workspace's time, in milliseconds since the epoch. */
  readonly start: number;
}

/** What to find in the portal. */
export interface PortalOptions {
  /** Where the mock listens, without a path. */
  readonly origin: string;
  /** The form to use; by default the first one with camera steps. */
  readonly formSlug?: string | undefined;
}

/** How long a portal may take to say that it is one, and how much it may say. */
const PROBE_MS = 2000;
const PROBE_BYTES = 2 ** 20;

/** Tells whether the portal of an idvkit mock answers at `origin`. */
export async function hasPortal(origin: string): Promise<boolean> {
  try {
    const answer = await request(`${origin}/_portal/`, { signal: AbortSignal.timeout(PROBE_MS) });
    const { bytes } = await readBounded(answer.body, { keepBytes: PROBE_BYTES, stopBytes: PROBE_BYTES });
    if (answer.statusCode !== 200) return false;
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return stringAt(json, 'format') === 'idvkit.portal';
  } catch {
    // Whatever it is, it is no portal.
    return false;
  }
}

/** Tells whether the service at `baseUrl` refuses a token: the run has a token of its own, but a wrong one is a mistake. */
export async function refusesToken(baseUrl: string, token: string): Promise<boolean> {
  const path = endpointPath('result', { lang: 'en', formSlug: 'none', slug: 'none' });
  const answer = await request(baseUrl + path, { headers: { authorization: `Bearer ${token}` } });
  await answer.body.dump();
  return answer.statusCode === 401;
}

/** Opens a workspace for the run, apart from whatever else uses the mock. @throws {RunProblemError} */
export async function openPortalWorkspace(options: PortalOptions): Promise<PortalWorkspace> {
  const root = new PortalClient(`${options.origin}/_portal`);
  const like = await readSetUp(root);
  const { id, token, portal } = await addWorkspace(root, like);
  const forms = await readForms(portal);
  const camera = forms.find(({ slug, hasCamera }) =>
    options.formSlug === undefined ? hasCamera : slug === options.formSlug,
  );
  const plain = forms.find(({ hasCamera }) => !hasCamera);
  const clock = await portal.call('GET', 'clock');
  const cleanUp: (() => Promise<unknown>)[] = [() => root.call('DELETE', `workspaces/${id}`)];
  return {
    token,
    formSlug: camera?.slug ?? options.formSlug ?? '',
    hasForm: camera !== undefined,
    start: timeOf(clock),
    clock: {
      advance: async (ms, held) => timeOf(await portal.call('POST', 'clock/advance', { ms, held })),
    },
    operator: {
      choosesOutcome: true,
      submit: async ({ slug }, outcome) => {
        await portal.call('POST', `applications/${slug}/submit`, outcome);
      },
      submitPlain: async ({ slug }) => {
        await portal.call('POST', `applications/${slug}/submit`, {});
      },
      expire: async ({ slug }) => {
        await portal.call('POST', `applications/${slug}/expire`);
      },
      delete: async ({ slug }) => {
        await portal.call('DELETE', `applications/${slug}`);
      },
      changeStatus: async ({ slug }) => {
        const columns = await portal.call('GET', 'status-columns');
        const column = text(arrayAt(columns, 'items')?.[0], 'key');
        await portal.call('POST', `applications/${slug}/status`, { column, value: 'Approved' });
      },
      plainForm: () =>
        Promise.resolve(
          plain && {
            slug: plain.slug,
            flow: 'plain',
            answers: completeAnswers(plain),
            requiredKeys: requiredKeys(plain),
          },
        ),
      inputParameters: () => Promise.resolve(camera?.inputParameters ?? {}),
      badAnswers: () => Promise.resolve(camera === undefined ? {} : refusedAnswers(camera)),
      revokedToken: async () => {
        const revoked = text(await portal.call('POST', 'tokens'), 'token');
        await portal.call('POST', 'tokens/revoke', { token: revoked });
        return revoked;
      },
      emptyWorkspace: async () => {
        const empty = await addWorkspace(root, like);
        cleanUp.push(() => root.call('DELETE', `workspaces/${empty.id}`));
        await empty.portal.call('PUT', 'credit', { balance: 0 });
        return { token: empty.token, form: { slug: camera?.slug ?? '', flow: 'camera' } };
      },
      readCredit: async () => {
        const balance = at(await portal.call('GET', 'credit'), 'balance');
        if (typeof balance !== 'number') throw unexpected('credit');
        return balance;
      },
      registerReceivers: async (webhooks) => {
        for (const { url, secret } of webhooks) {
          await portal.call('POST', 'webhooks', { url, secret, events: ['submit_form', 'update_status', 'drop_off'] });
        }
      },
      close: async () => {
        for (const task of cleanUp.toReversed()) await task();
        await root.close();
      },
    },
  };
}

/** How the default workspace of a mock is set up: a run finds what whoever started the mock has put there. */
interface SetUp {
  readonly forms: unknown;
  readonly statusColumns: unknown;
  readonly settings: JsonObject;
  readonly faults: readonly string[];
}

async function readSetUp(root: PortalClient): Promise<SetUp> {
  const all = arrayAt(await root.call('GET', 'faults'), 'items') ?? [];
  const on = all.filter((fault) => at(fault, 'on') === true).map((fault) => text(fault, 'id'));
  return {
    forms: (await root.call('GET', 'forms'))['items'],
    statusColumns: (await root.call('GET', 'status-columns'))['items'],
    settings: await root.call('GET', 'settings'),
    faults: on,
  };
}

async function addWorkspace(
  root: PortalClient,
  { forms, statusColumns, settings, faults }: SetUp,
): Promise<{ readonly id: string; readonly token: string; readonly portal: PortalClient }> {
  const made = await root.call('POST', 'workspaces', { forms, statusColumns });
  const id = text(made, 'id');
  const portal = root.below(`workspaces/${id}`);
  await portal.call('PUT', 'settings', settings);
  await portal.call('PUT', 'faults', { ids: faults });
  return { id, token: text(made, 'token'), portal };
}

async function readForms(portal: PortalClient): Promise<readonly FormDefinition[]> {
  const list = await portal.call('GET', 'forms');
  const forms = arrayAt(list, 'items') ?? [];
  return forms.map(readForm).filter((form) => form !== undefined);
}

function text(json: unknown, key: string): string {
  const value = stringAt(json, key);
  if (value === undefined) throw unexpected(key);
  return value;
}

function timeOf(json: JsonObject): number {
  const now = at(json, 'now');
  const time = typeof now === 'string' ? Date.parse(now) : now;
  if (typeof time !== 'number' || Number.isNaN(time)) throw unexpected('clock');
  return time;
}

function unexpected(what: string): RunProblemError {
  return new RunProblemError({
    code: 'operator-unusable',
    message: `Cannot use the portal of the mock: its answer has no usable ${what}.`,
    fix: 'Use the mock of the same idvkit release, or set `portal` to `never`.',
  });
}
