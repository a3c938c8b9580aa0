import { readSecret, type Io } from '@idvkit/cli-kit';
import type { IdvkitConfig } from '@idvkit/schema/config';

import type { RunOptions } from '../drive/calls/run-options.ts';

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

/** Combines command line, environment and configuration, in this order. Globs to skip add up. */
export async function runRequest(
  options: TargetOptions,
  config: IdvkitConfig,
  io: Pick<Io, 'env' | 'cwd'>,
): Promise<RunOptions> {
  const { $schema: _, token: configuredToken, receiver: configured, ...rest } = config;
  const { formSlug, only, skip = [], concurrency, rate, maxCreates, seed } = options;
  const baseUrl = options.baseUrl ?? config.baseUrl;
  // The embedded mock creates its own secrets.
  const secretOf = (what: string, env: string, fromFile: string | undefined): Promise<string | undefined> =>
    baseUrl === undefined ? Promise.resolve(undefined) : readSecret(io, { what, env, configured: fromFile });
  return defined({
    ...rest,
    ...defined({ baseUrl, formSlug, only, concurrency, ratePerSecond: rate, maxCreates, seed }),
    token: await secretOf('API token', 'IDV_API_TOKEN', configuredToken),
    receiver: defined({
      ...configured,
      secret: await secretOf('webhook secret', 'IDV_WEBHOOK_SECRET', configured?.secret),
      listen: options.receiverListen ?? configured?.listen,
      url: options.receiverUrl ?? configured?.url,
    }),
    skip: [...(config.skip ?? []), ...skip],
  });
}

/** Leaves out what is undefined, as options that are absent have to be. */
function defined<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  // What is left has no undefined member; the type cannot say that the keys may be absent.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>;
  };
}
