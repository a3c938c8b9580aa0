import { randomBytes } from 'node:crypto';

import { CliError, systemErrorState } from '@idvkit/cli-kit';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { RunProblemError } from '../drive/calls/run-problem.ts';
import { targetAddress } from '../drive/calls/run-settings.ts';
import { isChosen, type RuleSelection } from '../judge/rule/rule-glob.ts';
import { serviceRules } from '../judge/rules/all-rules.ts';
import { checkRecording } from '../recorded/check-recording.ts';
import type { LiveFinding } from './live-findings.ts';
import { LiveJudge } from './live-judge.ts';
import { listenAsProxy, RECEIVER_PATH, type ProxyServer } from './proxy-server.ts';
import { readExchange, toRecording, type ProxiedTrafficOptions } from './to-recording.ts';
import { type ProxiedExchange, TrafficBuffer, type BufferLimits, type NotKept } from './traffic-buffer.ts';
import { Unpacking } from './unpacking.ts';
import { openUpstream, type Upstream } from './upstream.ts';

/** Options of {@link startProxy}. */
export interface ProxyOptions extends RuleSelection, Omit<ProxiedTrafficOptions, 'service'> {
  /** Address of the service. */
  readonly upstream: string;
  /** Address that the service uses in its own links. Default: `upstream`. */
  readonly baseUrl?: string | undefined;
  /** Address of the client's receiver, to which deliveries to `/_receiver` go. */
  readonly receiverTo?: string | undefined;
  /** Port on 127.0.0.1. Default 0: any that is free. */
  readonly port?: number | undefined;
  /** Certificates to trust, as PEM. Default: those that Node.js trusts. */
  readonly ca?: string | undefined;
  /** Limits of the traffic kept to be judged. Default: 4 MiB of a body, 64 MiB in all, 100,000 calls. */
  readonly limits?: Partial<BufferLimits> | undefined;
  /** Key of the fingerprints that stand for slugs in `onFinding`. Default: a fresh one. */
  readonly fingerprintKey?: string | undefined;
  /** Called with the first finding of each kind, masked. The final report may withdraw it. */
  readonly onFinding?: (finding: LiveFinding) => void;
  /** Called with the reason when a call got no complete answer. */
  readonly onFailure?: (why: string) => void;
}

/** A proxy that listens. */
export interface Proxy {
  /** Address that the client calls in place of the service. */
  readonly url: string;
  /** Address to enter in the portal in place of the client's receiver. */
  readonly receiverUrl: string | undefined;
  /** Traffic that is not judged. */
  readonly notKept: NotKept;
  /** Stops listening and judges what went through. Later calls return the same run. */
  readonly close: () => Promise<ConformanceRun>;
}

/**
 * Stands between a client and the service: passes every call on as it is, and judges by the rules that bind the service what
 * went through. It listens on loopback, and verifies the certificate of an https upstream.
 *
 * @throws {CliError} `options-invalid` for an invalid address; `port-unusable` if it cannot listen.
 *
 * @example
 * const proxy = await startProxy({ upstream: 'https://staging.example' });
 * // … the client calls proxy.url …
 * const report = createReport(await proxy.close());
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { port = 0, ca, limits, only, skip = [] } = options;
  const upstream = upstreamOf(options.upstream, '--upstream', ca);
  const receiver = options.receiverTo === undefined ? undefined : upstreamOf(options.receiverTo, '--receiver-to', ca);
  const service = options.baseUrl === undefined ? upstream.address : addressOf(options.baseUrl, '--base-url');
  const book = new TrafficBuffer(limits);
  const { formSlug, inputParameters, webhookSecret } = options;
  const known = { service, formSlug, inputParameters, webhookSecret };
  const live = startJudge(options, known, book);
  const began = performance.now();
  const onCall = ({ failure, towards }: ProxiedExchange): void => {
    if (failure !== undefined) options.onFailure?.(`No whole answer from the ${towards}: ${failure}`);
    live.wake();
  };
  let server: ProxyServer;
  try {
    server = await listenAsProxy({ upstream, receiver, service, port, book, onCall });
  } catch (cause) {
    await live.close();
    throw new CliError({
      code: 'port-unusable',
      message: `Cannot listen on port ${port}: ${systemErrorState(cause)}.`,
      fix: 'Choose another with --port, 0 for any that is free.',
      cause,
    });
  }
  let closed: Promise<ConformanceRun> | undefined;
  const unpacking = new Unpacking();
  return {
    url: server.url,
    receiverUrl: receiver === undefined ? undefined : server.url + RECEIVER_PATH,
    get notKept() {
      return { ...book.notKept, bodies: book.notKept.bodies + unpacking.unread };
    },
    close: () =>
      (closed ??= (async () => {
        await server.close();
        await live.close();
        const durationMs = performance.now() - began;
        const calls = book.calls.map((seen) => ({ towards: seen.towards, call: readExchange(seen, unpacking) }));
        const recording = toRecording(calls, known);
        return { ...checkRecording({ ...recording, ...stoppedBy(book.notKept) }, { only, skip }), durationMs };
      })()),
  };
}

function stoppedBy({ calls }: NotKept): { readonly stopped?: string } {
  if (calls === 0) return {};
  const what = calls === 1 ? '1 call went through that was' : `${calls} calls went through that were`;
  return { stopped: `${what} not kept to be judged` };
}

function startJudge(options: ProxyOptions, known: ProxiedTrafficOptions, { calls }: TrafficBuffer): LiveJudge {
  const { fingerprintKey = randomBytes(16).toString('hex') } = options;
  return new LiveJudge({
    ...known,
    calls,
    rules: serviceRules.map(({ id }) => id).filter(isChosen(options)),
    fingerprintKey,
    onFinding: (finding) => options.onFinding?.(finding),
    onFailure: (why) => options.onFailure?.(`Findings come with the report alone: judging stopped (${why})`),
  });
}

function upstreamOf(address: string, option: string, ca: string | undefined): Upstream {
  return openUpstream(addressOf(address, option), { ca });
}

function addressOf(address: string, option: string): string {
  try {
    return targetAddress(address, option);
  } catch (error) {
    throw error instanceof RunProblemError ? new CliError(error.problem) : error;
  }
}
