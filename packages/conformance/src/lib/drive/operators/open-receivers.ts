import { KNOWN_EVENT_TYPES } from '@idvkit/schema';

import { PlannedReceiver, type ReceiverEndpoint } from '../calls/planned-receiver.ts';
import type { Random } from '../calls/random.ts';
import type { Recorder } from '../calls/recorder.ts';
import type { RunClock } from '../calls/run-clock.ts';
import type { ReceiverOptions } from '../calls/run-options.ts';
import { RunProblemError } from '../calls/run-problem.ts';
import type { Operator } from './operator.ts';

export interface OpenReceiversOptions {
  readonly receiver: ReceiverOptions;
  readonly listen: { readonly host: string; readonly port: number };
  readonly operator: Operator;
  readonly clock: RunClock;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly isOwn: (slug: string) => boolean;
}

export interface OpenReceivers {
  readonly receivers: PlannedReceiver;
  readonly secrets: readonly string[];
  /** Event types known to be enabled; `undefined` if only the portal shows them. */
  readonly events?: readonly string[];
}

/** Returns how many receivers {@link openReceivers} will open. */
export function receiverCount({ url, second }: ReceiverOptions, { registerReceivers }: Operator): number {
  if (registerReceivers !== undefined) return 2;
  return url === undefined ? 0 : second === undefined ? 1 : 2;
}

/** Listens at two addresses if an operator can register them, else at the configured one; undefined without any. */
export async function openReceivers(options: OpenReceiversOptions): Promise<OpenReceivers | undefined> {
  const { receiver, operator } = options;
  if (operator.registerReceivers !== undefined) return enter(options, operator.registerReceivers);
  if (receiver.url === undefined) return undefined;
  if (receiver.secret === undefined) {
    throw new RunProblemError({
      code: 'options-invalid',
      message: 'Cannot check deliveries: the secret of the webhook is not known.',
      fix: 'Set IDV_WEBHOOK_SECRET, or `receiver.secret` in the configuration, to the secret entered in the portal.',
    });
  }
  const { second, secret } = receiver;
  const enabled = receiver.events === undefined ? {} : { events: receiver.events };
  const endpoints =
    second === undefined
      ? [{ id: 'a', path: '/', secret }]
      : [
          { id: 'a', path: new URL(receiver.url).pathname, secret },
          { id: 'b', path: new URL(second.url).pathname, secret: second.secret },
        ];
  const { receivers } = await listen(options, endpoints);
  return { receivers, secrets: endpoints.map(({ secret }) => secret), ...enabled };
}

async function enter(
  options: OpenReceiversOptions,
  register: NonNullable<Operator['registerReceivers']>,
): Promise<OpenReceivers> {
  const { receiver, random } = options;
  // The proxy forwards only one path, so the query identifies the receiver.
  const endpoints = ['a', 'b'].map((id) => ({
    id,
    path: `/?receiver=${id}`,
    secret: receiver.secret ?? random.text(32),
  }));
  const { receivers, address } = await listen(options, endpoints);
  const base = receiver.url?.replace(/(?<!\/)\/+$/, '') ?? address;
  try {
    await register(endpoints.map(({ id, path, secret }) => ({ id, url: base + path, secret })));
  } catch (error) {
    await receivers.close();
    throw error;
  }
  return {
    receivers,
    secrets: endpoints.map(({ secret }) => secret),
    events: KNOWN_EVENT_TYPES,
  };
}

async function listen(
  { listen: { host, port }, clock, recorder, isOwn }: OpenReceiversOptions,
  endpoints: readonly ReceiverEndpoint[],
): Promise<{ readonly receivers: PlannedReceiver; readonly address: string }> {
  const receivers = new PlannedReceiver({ endpoints, clock, recorder, host, port, isOwn });
  const taken = await receivers.listen();
  const name = host.includes(':') ? `[${host}]` : host;
  return { receivers, address: `http://${name === '0.0.0.0' || name === '[::]' ? '127.0.0.1' : name}:${taken}` };
}
