import { stringAt } from '@idvkit/json';
import type { Form, PortalClient, WorkspacePortalClient } from '@idvkit/mock';
import { request } from 'undici';

import type { MovableClock } from '../calls/moved-clock.ts';
import { readBounded } from '../calls/read-bounded.ts';
import { endpointPath } from '../calls/service-calls.ts';
import { completeAnswers, inputParametersOf, refusedAnswers, requiredKeys } from './form-definition.ts';
import type { Operator } from './operator.ts';
import { openPortal } from './portal-client.ts';

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
export async function openPortalWorkspace({ origin, formSlug }: PortalOptions): Promise<PortalWorkspace> {
  const { portal: root, close } = await openPortal(origin);
  const like = await readSetUp(root);
  const { id, token = '', forms } = await addWorkspace(root, like);
  const portal = root.workspace(id);
  const formOf = (slug: string | undefined): Form | undefined =>
    like.workspace.forms.find((form) => form.slug === slug);
  const camera = formOf(formSlug ?? forms.find((form) => form.camera)?.slug);
  const plain = formOf(forms.find((form) => !form.camera)?.slug);
  const { now: start } = await portal.clock();
  const opened = [id];
  return {
    token,
    formSlug: camera?.slug ?? formSlug ?? '',
    hasForm: camera !== undefined,
    start,
    clock: { advance: async (ms, held) => (await portal.advance({ ms, held })).now },
    operator: {
      ...portalOperator(portal),
      ...formsOperator(camera, plain),
      emptyWorkspace: async () => {
        const empty = await addWorkspace(root, like);
        opened.push(empty.id);
        await root.workspace(empty.id).setCredit({ balance: 0 });
        return { token: empty.token ?? '', form: { slug: camera?.slug ?? '', flow: 'camera' } };
      },
      close: async () => {
        for (const workspace of opened.toReversed()) await root.removeWorkspace(workspace);
        await close();
      },
    },
  };
}

/** What the portal of a workspace can arrange. */
function portalOperator(portal: WorkspacePortalClient): Operator {
  return {
    choosesOutcome: true,
    submit: async ({ slug }, outcome) => {
      await portal.submit(slug, outcome);
    },
    submitPlain: async ({ slug }) => {
      await portal.submit(slug);
    },
    expire: async ({ slug }) => {
      await portal.expire(slug);
    },
    delete: ({ slug }) => portal.delete(slug),
    changeStatus: async ({ slug }) => {
      const [column] = await portal.statusColumns();
      await portal.changeStatus(slug, { column: column?.key ?? '', value: 'Approved' });
    },
    revokedToken: async () => {
      const { token } = await portal.addToken();
      await portal.revokeToken({ token });
      return token;
    },
    readCredit: async () => (await portal.credit()).balance,
    registerReceivers: async (webhooks) => {
      for (const { url, secret } of webhooks) await portal.addWebhook({ url, secret });
    },
  };
}

/** What is known of the forms of a workspace. */
function formsOperator(camera: Form | undefined, plain: Form | undefined): Operator {
  const { slug = '' } = plain ?? {};
  return {
    plainForm: () =>
      Promise.resolve(
        plain && { slug, flow: 'plain', answers: completeAnswers(plain), requiredKeys: requiredKeys(plain) },
      ),
    inputParameters: () => Promise.resolve(camera === undefined ? {} : inputParametersOf(camera)),
    badAnswers: () => Promise.resolve(camera === undefined ? {} : refusedAnswers(camera)),
  };
}

/** How the default workspace of a mock is set up: a run finds what whoever started the mock has put there. */
type SetUp = Awaited<ReturnType<typeof readSetUp>>;

async function readSetUp(root: PortalClient) {
  const faults = await root.faults();
  return {
    workspace: { forms: await root.forms(), statusColumns: await root.statusColumns() },
    settings: await root.settings(),
    faults: faults.filter(({ on }) => on).map(({ id }) => id),
  };
}

async function addWorkspace(root: PortalClient, { workspace, settings, faults }: SetUp) {
  const added = await root.addWorkspace(workspace);
  const portal = root.workspace(added.id);
  await portal.setSettings(settings);
  await portal.setFaults({ ids: faults });
  return added;
}
