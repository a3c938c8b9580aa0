import { isLoopback } from '@idvkit/delivery';
import { DEFAULT_LOCALE } from '@idvkit/schema';

import type { ConformanceRun } from '../calls/conformance-run.ts';
import { EventTime } from '../calls/event-time.ts';
import type { MovableClock } from '../calls/moved-clock.ts';
import type { RunOptions } from '../calls/run-options.ts';
import { RunProblemError, tokenRefused } from '../calls/run-problem.ts';
import { targetAddress } from '../calls/run-settings.ts';
import type { FormSubject } from '../calls/service-calls.ts';
import { createCommandClock, createCommandOperator } from './command-operator.ts';
import { createFixturesOperator } from './fixtures-operator.ts';
import { chainOperators, type Operator } from './operator.ts';
import { createPersonOperator } from './person-operator.ts';
import { hasPortal, openPortalWorkspace, refusesToken } from './portal-operator.ts';
import { readState } from './read-state.ts';

export interface OpenTarget {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly kind: ConformanceRun['target']['kind'];
  readonly form: FormSubject;
  readonly token: string;
  /** Set if the target itself gave token and form. */
  readonly trusted: boolean;
  readonly operator: Operator;
  readonly clock?: { readonly movable: MovableClock; readonly start: number } | undefined;
  readonly close: () => Promise<void>;
}

export async function openTarget(options: RunOptions, seed: number, leave: () => void): Promise<OpenTarget> {
  if (options.baseUrl === undefined) {
    if (options.person !== undefined)
      throw lacking('service to ask a person about', '--base-url, or `baseUrl` in the configuration');
    return openEmbeddedMock(options, seed);
  }
  const baseUrl = targetAddress(options.baseUrl);
  return (await usesPortal(options, baseUrl)) ? openMock(options, baseUrl) : openLive(options, baseUrl, leave);
}

async function openEmbeddedMock(options: RunOptions, seed: number): Promise<OpenTarget> {
  // Other targets do not need the mock, nor its memory.
  const { createMock } = await import('@idvkit/mock');
  const time = new EventTime(Date.now());
  const mock = createMock({ seed, timeSource: time, ...(options.faults && { faults: options.faults }) });
  const { url } = await mock.listen({ port: 0, host: '127.0.0.1' });
  try {
    const target = await openMock(options, targetAddress(url));
    return {
      ...target,
      kind: 'embedded-mock',
      clock: { ...target.clock, movable: { ...target.clock.movable, time } },
      close: async () => {
        await target.close();
        await mock.close();
      },
    };
  } catch (error) {
    await mock.close();
    throw error;
  }
}

async function openMock(
  { formSlug, token }: RunOptions,
  baseUrl: string,
): Promise<OpenTarget & { readonly clock: NonNullable<OpenTarget['clock']> }> {
  if (token !== undefined && (await refusesToken(baseUrl, token))) throw new RunProblemError(tokenRefused(baseUrl));
  const workspace = await openPortalWorkspace({ origin: new URL(baseUrl).origin, formSlug });
  return {
    baseUrl,
    kind: 'mock',
    form: { slug: workspace.formSlug, flow: 'camera' },
    token: workspace.token,
    trusted: workspace.hasForm,
    operator: workspace.operator,
    clock: { movable: workspace.clock, start: workspace.start },
    close: async () => workspace.operator.close?.(),
  };
}

async function openLive(options: RunOptions, baseUrl: string, leave: () => void): Promise<OpenTarget> {
  const { formSlug, token, fixtures = {}, operator: commands = {}, receiver, person, signal, onProgress } = options;
  const { lang = DEFAULT_LOCALE, commandFolder: folder } = options;
  if (formSlug === undefined) throw lacking('form', '`formSlug` in the configuration, or --form-slug');
  if (token === undefined) throw lacking('API token', 'IDV_API_TOKEN, or `token` in the configuration');
  const form = { slug: formSlug, flow: 'camera' } as const;
  const environment = {
    IDV_API_TOKEN: token,
    ...(receiver?.secret === undefined ? {} : { IDV_WEBHOOK_SECRET: receiver.secret }),
  };
  const movable = createCommandClock({ commands, environment, folder, signal });
  const stateOf = (slug: string, of = formSlug) => readState({ baseUrl, lang, formSlug: of, token, slug });
  return {
    baseUrl,
    kind: 'live',
    form,
    token,
    trusted: false,
    operator: chainOperators(
      createCommandOperator({
        commands,
        baseUrl,
        environment,
        folder,
        noCreditForm: { ...form, slug: fixtures.noCreditFormSlug ?? form.slug },
        signal,
        stateOf: (application) => stateOf(application.slug, application.form.slug),
      }),
      createFixturesOperator(fixtures, form),
      person === undefined ? {} : createPersonOperator({ person, baseUrl, stateOf, leave, signal, onProgress }),
    ),
    clock: movable && { movable, start: Date.now() },
    close: () => Promise.resolve(),
  };
}

/** Looks for a mock's portal only where no stranger's server can answer. */
async function usesPortal({ portal = 'loopback', person }: RunOptions, baseUrl: string): Promise<boolean> {
  if (person !== undefined) return false;
  const { origin, hostname } = new URL(baseUrl);
  if (portal === 'never' || (portal === 'loopback' && !isLoopback(hostname))) return false;
  if (await hasPortal(origin)) return true;
  if (portal === 'loopback') return false;
  throw new RunProblemError({
    code: 'operator-unusable',
    message: `Cannot use a portal at ${origin}: no idvkit mock answers there.`,
    fix: 'Check the address of the service, or leave `portal` out of the configuration.',
  });
}

function lacking(what: string, fix: string): RunProblemError {
  return new RunProblemError({
    code: 'options-invalid',
    message: `Cannot call the service: no ${what} is given.`,
    fix: `Set ${fix}.`,
  });
}
