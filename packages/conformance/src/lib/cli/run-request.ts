import { readSecret, type Io } from '@idvkit/cli-kit';
import type { IdvkitConfig } from '@idvkit/schema/config';

import type { RunOptions } from '../drive/calls/run-options.ts';

/** Options of `run` that decide what is driven and how. */
export interface TargetOptions {
  readonly baseUrl?: string | undefined;
  readonly formSlug?: string | undefined;
  readonly receiverListen?: string | undefined;
  readonly receiverUrl?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly concurrency?: number | undefined;
  readonly rate?: number | undefined;
  readonly maxCreates?: number | undefined;
  readonly seed?: number | undefined;
}

/**
 * Makes the options of a run of the command line, the environment and the configuration; what stands first there decides.
 * Globs to skip add up.
 *
 * @throws {CliError} `secret-unreadable`, `secret-unusable`.
 */
export async function runRequest(
  options: TargetOptions,
  config: IdvkitConfig,
  io: Pick<Io, 'env' | 'cwd'>,
): Promise<RunOptions> {
  const { $schema: _, token: __, receiver: configured, baseUrl: ___, ...rest } = config;
  const baseUrl = options.baseUrl ?? config.baseUrl;
  // A mock of the run's own makes its secrets itself.
  const isOwnMock = baseUrl === undefined;
  const token = isOwnMock ? undefined : await tokenOf(io, config);
  const secret = isOwnMock ? undefined : await webhookSecretOf(io, config);
  const receiver = defined({
    ...configured,
    secret,
    listen: options.receiverListen ?? configured?.listen,
    url: options.receiverUrl ?? configured?.url,
  });
  return defined({
    ...rest,
    baseUrl,
    token,
    formSlug: options.formSlug ?? config.formSlug,
    receiver,
    only: options.only ?? config.only,
    skip: [...(config.skip ?? []), ...(options.skip ?? [])],
    concurrency: options.concurrency ?? config.concurrency,
    ratePerSecond: options.rate ?? config.ratePerSecond,
    maxCreates: options.maxCreates ?? config.maxCreates,
    seed: options.seed ?? config.seed,
  });
}

function tokenOf(io: Pick<Io, 'env' | 'cwd'>, { token }: IdvkitConfig): Promise<string | undefined> {
  return readSecret(io, { what: 'API token', env: 'IDV_API_TOKEN', configured: token });
}

function webhookSecretOf(io: Pick<Io, 'env' | 'cwd'>, { receiver }: IdvkitConfig): Promise<string | undefined> {
  return readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET', configured: receiver?.secret });
}

/** Leaves out what is undefined, as options that are absent have to be. */
function defined<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  // What is left has no undefined member; the type cannot say that the keys may be absent.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>;
  };
}
