import { stringAt } from '@idvkit/json';
import type { Form, PortalClient, PortalRequest, WorkspacePortalClient } from '@idvkit/mock';
import { Agent, type Dispatcher, request } from 'undici';

import { callFailure } from '../calls/call-failure.ts';
import type { MovableClock } from '../calls/moved-clock.ts';
import { readBounded } from '../calls/read-bounded.ts';
import { RunProblemError } from '../calls/run-problem.ts';
import { endpointPath } from '../calls/service-calls.ts';
import { completeAnswers, inputParametersOf, refusedAnswers, requiredKeys } from './form-definition.ts';
import type { EmptyWorkspace, Operator } from './operator.ts';

export interface PortalWorkspace {
  readonly token: string;
  readonly formSlug: string;
  readonly hasForm: boolean;
  readonly operator: Operator;
  readonly clock: MovableClock;
  readonly start: number;
}

export interface PortalOptions {
  readonly origin: string;
  readonly formSlug?: string | undefined;
}

const PROBE_MS = 2000;
const PROBE_BYTES = 2 ** 20;

export async function hasPortal(origin: string): Promise<boolean> {
  try {
    const answer = await request(`${origin}/_portal/`, { signal: AbortSignal.timeout(PROBE_MS) });
    const { bytes } = await readBounded(answer.body, { keepBytes: PROBE_BYTES, stopBytes: PROBE_BYTES });
    if (answer.statusCode !== 200) return false;
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return stringAt(json, 'format') === 'idvkit.portal';
  } catch {
    // Something else answers.
    return false;
  }
}

/** Checks if the service refuses a token. The run has its own token, but a wrong one is a mistake. */
export async function refusesToken(baseUrl: string, token: string): Promise<boolean> {
  const path = endpointPath('result', { lang: 'en', formSlug: 'none', slug: 'none' });
  const answer = await request(baseUrl + path, { headers: { authorization: `Bearer ${token}` } });
  await answer.body.dump();
  return answer.statusCode === 401;
}

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
  const { balance } = await portal.credit();
  const tooLittle = Math.max(0, (camera?.creditCost ?? 0) - 1);
  const opened = [id];
  const withCredit = async (balance: number): Promise<EmptyWorkspace> => {
    const poor = await addWorkspace(root, like);
    opened.push(poor.id);
    await root.workspace(poor.id).setCredit({ balance });
    return { token: poor.token ?? '', form: { slug: camera?.slug ?? '', flow: 'camera' } };
  };
  return {
    token,
    formSlug: camera?.slug ?? formSlug ?? '',
    hasForm: camera !== undefined,
    start,
    clock: { advance: async (ms, held) => (await portal.advance({ ms, held })).now },
    operator: {
      ...portalOperator(portal),
      ...formsOperator(camera, plain),
      emptyWorkspace: () => withCredit(0),
      poorWorkspace: () => withCredit(tooLittle),
      setCredit: async (credit) => {
        await portal.setCredit({ balance: { enough: balance, 'too-little': tooLittle, none: 0 }[credit] });
      },
      close: async () => {
        for (const workspace of opened.toReversed()) await root.removeWorkspace(workspace);
        await close();
      },
    },
  };
}

/** Statuses by turns, so that each change of an application changes it. */
const STATUSES = ['Approved', 'Rejected'];

function portalOperator(portal: WorkspacePortalClient): Operator {
  const changes = new Map<string, number>();
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
      const earlier = changes.get(slug) ?? 0;
      changes.set(slug, earlier + 1);
      await portal.changeStatus(slug, {
        column: column?.key ?? '',
        value: STATUSES[earlier % STATUSES.length] ?? '',
      });
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

function formsOperator(camera: Form | undefined, plain: Form | undefined): Operator {
  const { slug = '' } = plain ?? {};
  return {
    plainForm: () =>
      Promise.resolve(
        plain && {
          slug,
          flow: 'plain',
          answers: completeAnswers(plain),
          requiredKeys: requiredKeys(plain),
          badAnswers: refusedAnswers(plain),
        },
      ),
    inputParameters: () => Promise.resolve(camera === undefined ? {} : inputParametersOf(camera)),
    badAnswers: () => Promise.resolve(camera === undefined ? {} : refusedAnswers(camera)),
  };
}

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

const TIMEOUT_MS = 20_000;

interface OpenPortal {
  /** Its methods reject with a {@link RunProblemError} if the mock is unreachable, refuses, or is another release. */
  readonly portal: PortalClient;
  readonly close: () => Promise<void>;
}

async function openPortal(origin: string): Promise<OpenPortal> {
  // Live targets do not need the mock, nor its memory.
  const { createPortalClient } = await import('@idvkit/mock');
  // A connection for each call: an idle one may end while the run computes, and the next call would fail.
  const agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS, pipelining: 0 });
  const portal = createPortalClient(async (call, read) => {
    const text = await answerOf(origin, call, agent);
    try {
      return read(text === '' ? undefined : JSON.parse(text));
    } catch (cause) {
      throw refused(call, 'gave an answer that is not expected of it', cause);
    }
  });
  return { portal, close: () => agent.destroy() };
}

async function answerOf(origin: string, call: PortalRequest, dispatcher: Dispatcher): Promise<string> {
  const { method, path, body } = call;
  try {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await request(`${origin}/_portal${path}`, { method, dispatcher, ...sent });
    const text = await answer.body.text();
    if (answer.statusCode < 300) return text;
    throw refused(call, `answered ${answer.statusCode}`);
  } catch (cause) {
    throw cause instanceof RunProblemError ? cause : refused(call, callFailure(cause).text, cause);
  }
}

function refused({ method, path }: PortalRequest, how: string, cause?: unknown): RunProblemError {
  // Later segments may be slugs.
  const [, operation = ''] = path.split(/[/?]/, 2);
  return new RunProblemError({
    code: 'operator-unusable',
    message: `Cannot use the portal of the mock: ${method} ${operation} ${how}.`,
    fix: 'Use the mock of the same idvkit release, or set `portal` to `never`.',
    cause,
  });
}
