import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';

import {
  closest,
  CliError,
  createPaint,
  ExitCode,
  matchesGlob,
  readSecret,
  requireSecret,
  systemErrorState,
  type Io,
} from '@idvkit/cli-kit';

import { allFaults } from '../behaviour/faults/all-faults.ts';
import { allVariations, variationOf } from '../behaviour/variations/all-variations.ts';
import type { Listening } from '../listen.ts';
import { createMock, DEFAULT_TOKEN, type Mock } from '../mock.ts';
import type { WebhookInput } from '../portal/operations/workspace-operations.ts';
import { cameraForm } from '../state/default-forms.ts';
import type { ServiceState } from '../state/service-state.ts';
import { auditLines } from './audit-lines.ts';
import { callLine, deliveryLine } from './log-line.ts';
import { readyDocument, readyMessage } from './ready-message.ts';
import type { ServeOptions } from './serve-command.ts';
import { readStateFile, writeStateFile } from './state-file.ts';

/** Stands for every variation at once. */
const ALL = 'all';

const NO_CALLS =
  'Audit of the client: no call reached an endpoint, so that nothing can be said of it. Paths begin with a locale: /en/api/forms/…\n';

/**
 * Serves the mock until the user interrupts it, and says what the audit of the client came to.
 *
 * @returns 0; with `failOnAudit` 1 where a rule that the client must keep is broken, 3 where it called no endpoint.
 *
 * @throws {CliError} `fault-unknown`, `variation-unknown`, `form-invalid`, `secret-missing`, `portal-token-missing`,
 *   `port-unusable`, and what reading and writing the state throws.
 */
export async function serve(options: ServeOptions, io: Io): Promise<ExitCode> {
  const path = options.state === undefined ? undefined : resolve(io.cwd, options.state);
  const saved = path === undefined ? undefined : await readStateFile(path);
  const token = await readSecret(io, { what: 'API token', env: 'IDV_API_TOKEN' });
  const webhooks = await webhooksOf(options, io);
  let isReady = false;
  const log = (line: string): void => {
    if (isReady) io.stderr.write(`${line}\n`);
  };
  const mock = openMock(options, saved, log);
  try {
    setUp(mock, { ...options, token, webhooks, isSaved: saved !== undefined });
    const server = await listen(mock, options, io);
    await announce(mock, { ...options, server, token }, io);
    // The application to try the form with is none of the client's.
    mock.portal.clearAudit();
    isReady = true;
    if (!io.signal.aborted) await once(io.signal, 'abort');
    if (path !== undefined) await writeStateFile(path, mock.portal.state());
    return endOf(mock, options, io);
  } finally {
    await mock.close();
  }
}

/** Workspaces that tests make have clients of their own, and are audited in the portal. */
function endOf({ portal }: Mock, { failOnAudit }: ServeOptions, { stderr, env }: Io): ExitCode {
  const audit = portal.audit();
  if (audit.calls.length > 0) stderr.write(`${auditLines(audit, createPaint(stderr, env)).join('\n')}\n`);
  else if (failOnAudit) stderr.write(NO_CALLS);
  if (!failOnAudit) return ExitCode.ok;
  if (audit.calls.length === 0) return ExitCode.inconclusive;
  return audit.summary.failed > 0 ? ExitCode.findings : ExitCode.ok;
}

function openMock(options: ServeOptions, state: ServiceState | undefined, log: (line: string) => void): Mock {
  const faults = chosenFaults(options.fault ?? []);
  const { variation = [] } = options;
  const unknownVariation = variation.find((id) => id !== ALL && !variationOf(id));
  if (unknownVariation !== undefined) {
    throw new CliError({
      code: 'variation-unknown',
      message: `Unknown variation "${unknownVariation}".`,
      fix: `${meant(unknownVariation, allVariations)}Give ${ALL}, or one of: ${allVariations.map(({ id }) => id).join(', ')}.`,
    });
  }
  return createMock({
    seed: options.seed ?? randomInt(2 ** 31),
    faults,
    variations: variation.includes(ALL) ? allVariations.map(({ id }) => id) : variation,
    ...(state && { state }),
    ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
    observer: {
      onCall: (_, call) => log(callLine(call)),
      onAttempt: (_, delivery) => log(deliveryLine(delivery)),
    },
  });
}

/** Finds the faults of ids and globs. @throws {CliError} `fault-unknown`. */
function chosenFaults(given: readonly string[]): readonly string[] {
  const chosen = given.flatMap((glob) => {
    const matching = allFaults.map(({ id }) => id).filter(matchesGlob([glob]));
    if (matching.length > 0) return matching;
    throw new CliError({
      code: 'fault-unknown',
      message: `Unknown fault "${glob}".`,
      fix: `${meant(glob, allFaults)}Run idvkit explain RULE to see the faults of a rule; a * stands for any text.`,
    });
  });
  return [...new Set(chosen)];
}

function meant(given: string, known: readonly { readonly id: string }[]): string {
  const [found] = closest(
    given,
    known.map(({ id }) => id),
  );
  return found === undefined ? '' : `Did you mean "${found}"? `;
}

/** Adds what the options ask for to what is there: the defaults, or a saved state. */
function setUp(
  { portal }: Mock,
  options: ServeOptions & {
    readonly token: string | undefined;
    readonly webhooks: readonly WebhookInput[];
    readonly isSaved: boolean;
  },
): void {
  const { token, webhooks } = options;
  const tokens = portal.index().defaults.token;
  if (token !== undefined && token !== tokens) {
    // Where the user chose a token, the well-known one must not open the door.
    if (!options.isSaved) portal.revokeToken({ token: DEFAULT_TOKEN });
    portal.addToken({ token });
  }
  for (const slug of options.form ?? []) addForm(portal, slug);
  const known = new Set(portal.webhooks().map(({ url }) => url));
  for (const webhook of webhooks) if (!known.has(webhook.url)) portal.addWebhook(webhook);
}

function addForm(portal: Mock['portal'], slug: string): void {
  try {
    portal.setForm(slug, { ...cameraForm, slug });
  } catch (cause) {
    throw new CliError({
      code: 'form-invalid',
      message: `Cannot add form "${slug}": it is not a slug.`,
      fix: 'Use letters, digits, hyphens and underscores.',
      cause,
    });
  }
}

async function webhooksOf({ webhook = [] }: ServeOptions, io: Io): Promise<readonly WebhookInput[]> {
  if (webhook.length === 0) return [];
  const secret = await requireSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  return webhook.map((url) => ({ url, secret }));
}

async function listen(mock: Mock, { port, host }: ServeOptions, io: Io): Promise<Listening> {
  const portalToken = await readSecret(io, { what: 'portal token', env: 'IDV_PORTAL_TOKEN' });
  try {
    return await mock.listen({ port, host, ...(portalToken !== undefined && { portalToken }) });
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw new CliError({
        code: 'portal-token-missing',
        message: `Cannot listen on ${host}: other machines could use the portal.`,
        fix: 'Listen on 127.0.0.1, or set IDV_PORTAL_TOKEN, which calls of the portal must then carry.',
        cause,
      });
    }
    throw new CliError({
      code: 'port-unusable',
      message: `Cannot listen on port ${port}: ${systemErrorState(cause)}.`,
      fix: 'Choose another with --port, 0 for any that is free.',
      cause,
    });
  }
}

async function announce(
  mock: Mock,
  options: ServeOptions & { readonly server: Listening; readonly token: string | undefined },
  io: Io,
): Promise<void> {
  const { portal } = mock;
  const { server, token } = options;
  const url = options.publicUrl === undefined ? server.url : new URL(options.publicUrl).origin;
  const ready = {
    url,
    portalUrl: `${server.url}/_portal/`,
    token: token === undefined ? portal.index().defaults.token : undefined,
    forms: portal.forms(),
    webhooks: portal.webhooks().length,
    faults: options.fault ?? [],
    seed: portal.state().seed,
  };
  if (options.json === true) {
    io.stdout.write(readyDocument(ready));
    return;
  }
  const formUrl = await firstFormUrl(mock, url);
  io.stdout.write(readyMessage({ ...ready, formUrl }, createPaint(io.stdout, io.env)));
}

/** Creates an application to try the hosted form with, where there is none yet. */
async function firstFormUrl(mock: Mock, url: string): Promise<string | undefined> {
  const { portal } = mock;
  const { token, forms } = portal.index().defaults;
  const form = forms.find(({ camera }) => camera);
  if (portal.applications().length > 0 || token === undefined || !form) return undefined;
  await mock.fetch(
    new Request(`${url}/en/api/forms/${form.slug}/create/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    }),
  );
  return portal.applications()[0]?.formUrl;
}
