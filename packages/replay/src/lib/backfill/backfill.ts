import { fingerprintSlug, type Archive } from '@idvkit/archive';
import { createCallRoute, pause, systemClock, type CallRoute } from '@idvkit/delivery';
import { CallRefusedError, createClient, type Client } from '@idvkit/schema/client';
import { fetch } from 'undici';

/** An application whose delivery the archive should have. */
export interface Wanted {
  readonly slug: string;
  readonly formSlug: string;
}

/** Result for one slug. */
export interface BackfillResult {
  readonly kind: 'captured' | 'delivered' | 'missing' | 'not-arrived' | 'not-submitted' | 'expired' | 'gone' | 'failed';
  readonly fingerprint: string;
  /** Number of the capture that followed the call. */
  readonly capture?: number;
  /** Why it failed, as one phrase without values. */
  readonly reason?: string;
}

export interface BackfillOptions {
  readonly archive: Archive;
  /** Address of the service, which alone gets the token. */
  readonly baseUrl: string;
  readonly token: string;
  readonly ratePerSecond: number;
  /** Time in which a delivery must arrive after its call. */
  readonly waitMs: number;
  /** True to send nothing. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, waiting: number) => void;
}

/** Time between two looks into the archive. */
const LOOK_EVERY_MS = 200;
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/** A call that was made and whose delivery is awaited. */
interface Awaited {
  readonly kind: 'awaited';
  readonly slug: string;
  readonly fingerprint: string;
  /** Number of the last capture before the call. */
  readonly after: number;
  readonly until: number;
}

/**
 * Has the service send again what was submitted and not captured, and waits for the deliveries. Captures are tied to calls by
 * slug: a capture counts if it came after the call. An interruption ends the calls; what is known until then is returned.
 *
 * @see Specification, "Resend webhook"
 */
export async function backfill(
  wanted: readonly Wanted[],
  options: BackfillOptions,
): Promise<readonly BackfillResult[]> {
  const { archive, signal, onProgress } = options;
  const results: BackfillResult[] = [];
  let awaited: readonly Awaited[] = [];
  const look = async (): Promise<void> => {
    const steps = await Promise.all(awaited.map((each) => arrival(each, archive)));
    awaited = steps.filter((step) => step.kind === 'awaited');
    results.push(...steps.filter((step) => step.kind !== 'awaited'));
    onProgress(results.length, awaited.length);
  };
  const paced = createPace(options);
  const route = createCallRoute({});
  const client = clientOf(options, route);
  try {
    for (const each of wanted) {
      if (signal.aborted) break;
      const step = await request(each, { paced, client }, options);
      if (step?.kind === 'awaited') awaited = [...awaited, step];
      else if (step !== undefined) results.push(step);
      await look();
    }
  } finally {
    await route.close();
  }
  while (awaited.length > 0 && !signal.aborted) {
    await pause(systemClock, LOOK_EVERY_MS, signal);
    await look();
  }
  return [...results, ...awaited.map(({ fingerprint }) => ({ kind: 'not-arrived' as const, fingerprint }))];
}

/** Makes a call once the rate allows it. Undefined: interrupted before. */
type Paced = <Answer>(call: () => Promise<Answer>) => Promise<Answer | undefined>;

function createPace({ ratePerSecond, signal }: BackfillOptions): Paced {
  let nextAt = 0;
  return async (call) => {
    const now = systemClock.now();
    const at = Math.max(now, nextAt);
    nextAt = at + 1000 / ratePerSecond;
    await pause(systemClock, at - now, signal);
    return signal.aborted ? undefined : call();
  };
}

/** Creates a client whose calls go through the proxy that the environment names. */
function clientOf({ baseUrl, token }: BackfillOptions, route: CallRoute): Client {
  return createClient({
    baseUrl,
    token,
    fetch: async ({ url, method, headers, signal }) => {
      // Neither call has a body. A redirect may lead anywhere.
      const answer: object = await fetch(url, {
        method,
        headers: [...headers],
        redirect: 'manual',
        signal,
        dispatcher: route.to(url),
      });
      // A class of undici, with the same members.
      return answer as Response;
    },
  });
}

/** Looks at one application, and has its webhook sent again if its delivery is missing. */
async function request(
  { slug, formSlug }: Wanted,
  { paced, client }: { readonly paced: Paced; readonly client: Client },
  { archive, waitMs, dryRun, signal }: BackfillOptions,
): Promise<BackfillResult | Awaited | undefined> {
  const fingerprint = fingerprintSlug(slug);
  if (archive.count({ slug, types: ['submit_form'] }) > 0) return { kind: 'captured', fingerprint };
  const about = { slug, formSlug, signal };
  try {
    const read = await paced(() => client.result(about));
    if (read === undefined) return undefined;
    const { status } = read.application;
    if (status === 'incomplete') return { kind: 'not-submitted', fingerprint };
    if (status === 'expired') return { kind: 'expired', fingerprint };
    if (dryRun) return { kind: 'missing', fingerprint };
    const after = await lastNumber(archive);
    const isAsked = await paced(async () => {
      await client.resend(about);
      return true;
    });
    if (isAsked === undefined) return { kind: 'missing', fingerprint };
    return { kind: 'awaited', slug, fingerprint, after, until: systemClock.now() + waitMs };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof CallRefusedError && error.status === 404) return { kind: 'gone', fingerprint };
    // The messages of the client hold neither token nor slug.
    return { kind: 'failed', fingerprint, reason: error instanceof Error ? error.message : String(error) };
  }
}

async function lastNumber(archive: Archive): Promise<number> {
  for (const { captured } of archive.list({ order: 'newest', limit: 1 })) return captured.id;
  return 0;
}

/** Looks for the delivery that a call led to. */
async function arrival(call: Awaited, archive: Archive): Promise<BackfillResult | Awaited> {
  const { slug, fingerprint, after, until } = call;
  const filter = { slug, types: ['submit_form'], ids: [after + 1, MAX_NUMBER], limit: 1 } as const;
  for (const { captured } of archive.list(filter)) return { kind: 'delivered', fingerprint, capture: captured.id };
  return systemClock.now() > until ? { kind: 'not-arrived', fingerprint } : call;
}
