import { createHash } from 'node:crypto';

import type { Shard } from '@idvkit/cli-kit';
import { stringAt } from '@idvkit/json';

import { BodyKeeper } from '../observe/body-keeper.ts';
import { lightBody, lightHeaders, lightObservation, withoutBytes } from '../observe/light-observation.ts';
import type { Observation } from '../observe/observation.ts';
import { SeenValues } from '../observe/seen-values.ts';
import { isOfShard, shardKeyOf } from '../observe/shard-key.ts';
import type { RecordedBody, RecordedCall } from './har-entry.ts';
import type { RecognisedTrafficCall } from './observed-traffic.ts';
import type { RecordingOptions } from './recording.ts';

/** Calls, deliveries and observations that are read before the reading stops. */
const MAX_OBSERVATIONS = 100_000;

/**
 * What the reading of recordings has come to. Messages of the applications of a shard are kept whole. Of the others, only what
 * checks of all applications need is kept.
 */
export class Intake {
  readonly keeper: BodyKeeper = new BodyKeeper();
  readonly seen: SeenValues = new SeenValues();
  readonly #shard: Shard | undefined;
  readonly #inputParameters: readonly string[];
  readonly #hash = createHash('sha256');
  readonly #bodies = new Set<string>();
  #count = 0;

  constructor({ shard, inputParameters = [] }: Pick<RecordingOptions, 'shard' | 'inputParameters'>) {
    this.#shard = shard;
    this.#inputParameters = inputParameters;
  }

  get isFull(): boolean {
    return this.#count >= MAX_OBSERVATIONS;
  }

  /** Returns why the reading is incomplete, if so. */
  get stopped(): string | undefined {
    if (this.isFull) return `Only the first ${MAX_OBSERVATIONS} calls and deliveries were read`;
    if (!this.keeper.isExhausted) return undefined;
    return 'Some bodies were left out, because all of them together are too large: check the recording in shards (--shard 1/8)';
  }

  /** Adds bytes of the recording to its hash. */
  bytes(bytes: Uint8Array | string): void {
    this.#hash.update(bytes);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }

  call(call: RecognisedTrafficCall): RecognisedTrafficCall {
    const { answer, requestBody } = call;
    // Without headers, nobody judges the answer.
    const created = call.endpoint === 'create' && answer?.status === 201 && answer.headers.length > 0;
    const slug = call.slug ?? (created ? stringAt(answer.body?.json, 'detail', 'slug') : undefined);
    if (this.#isOwn([requestBody, answer?.body], slug ?? `x${call.number}`)) return call;
    return { ...call, ...this.#light(call), requestBody: requestBody && withoutBytes(requestBody) };
  }

  delivery(call: RecordedCall): RecordedCall {
    const { requestBody } = call;
    const hash = createHash('sha256').update(requestBody?.bytes ?? '');
    const isReplay = this.isReplay(hash.digest('hex'));
    const slug = stringAt(requestBody?.json, 'application', 'slug');
    const isOwn = this.#isOwn([requestBody, call.answer?.body], slug ?? `d${call.number}`);
    return { ...call, ...(isOwn ? {} : this.#light(call)), isReplay };
  }

  observation<Of extends Observation>(observation: Of): Of {
    if (this.#isOwn(bodiesOf(observation), shardKeyOf(observation))) return observation;
    return lightObservation(observation, this.#inputParameters) as Of; // Its kind stays.
  }

  /** Checks if a body came before, and notes it. */
  isReplay(sha256: string): boolean {
    const isKnown = this.#bodies.has(sha256);
    this.#bodies.add(sha256);
    return isKnown;
  }

  /** Notes the values of bodies. Frees those of other shards. */
  #isOwn(bodies: readonly RecordedBody[], key: string): boolean {
    this.#count += 1;
    for (const body of bodies) this.seen.add(body?.json);
    const isOwn = this.#shard === undefined || isOfShard(key, this.#shard);
    if (!isOwn) for (const body of bodies) this.keeper.release(body?.bytes.byteLength ?? 0);
    return isOwn;
  }

  #light({ requestHeaders, requestBody, answer }: RecordedCall): Partial<RecordedCall> {
    const light = (body: RecordedBody): RecordedBody => body && lightBody(body, this.#inputParameters);
    return {
      requestHeaders: lightHeaders(requestHeaders),
      requestBody: light(requestBody),
      ...(answer && { answer: { ...answer, headers: lightHeaders(answer.headers), body: light(answer.body) } }),
    };
  }
}

function bodiesOf(observation: Observation): readonly RecordedBody[] {
  if (observation.kind === 'delivery') return [observation.request.body];
  return observation.kind === 'exchange' ? [observation.request.body, observation.response?.body] : [];
}
