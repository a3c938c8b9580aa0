import { BodyKeeper, type BodyLimits } from '../../observe/body-keeper.ts';
import type { MessageBody } from '../../observe/message-body.ts';
import type { Observation } from '../../observe/observation.ts';

const PREFIXES = { exchange: 'x', delivery: 'd', action: 'a', watch: 'w', credit: 'c', effects: 'e' } as const;

/** A position in the order of observations: taken at the start of an event, filled at its end. */
export interface Slot<Of extends Observation = Observation> {
  readonly id: string;
  record(observation: Omit<Of, 'id' | 'kind'>): Of;
}

/** Keeps the observations of a run in the order in which they began, in bounded memory. */
export class Recorder {
  readonly #slots: (Observation | undefined)[] = [];
  readonly #counts = { exchange: 0, delivery: 0, action: 0, watch: 0, credit: 0, effects: 0 };
  readonly #bodies: BodyKeeper;

  constructor(limits: BodyLimits = {}) {
    this.#bodies = new BodyKeeper(limits);
  }

  get bodyBytes(): number {
    return this.#bodies.limit;
  }

  get observations(): readonly Observation[] {
    return this.since(0);
  }

  /** True if there is little room left: then what is not due must not take it from deliveries. */
  get isNearlyFull(): boolean {
    return this.#bodies.isNearlyFull;
  }

  /** Number of calls, repeated ones too. */
  get calls(): number {
    return this.#counts.exchange;
  }

  get size(): number {
    return this.#slots.length;
  }

  /** Lists the observations that began when `size` was `mark`, or later. */
  since(mark: number): readonly Observation[] {
    return this.#slots.slice(mark).filter((observation) => observation !== undefined);
  }

  /** Removes observations and frees the memory of their bodies. Their ids are not reused. */
  forget(observations: readonly Observation[]): void {
    const gone = new Set(observations);
    for (let place = this.#slots.length - 1; place >= 0 && gone.size > 0; place -= 1) {
      const observation = this.#slots[place];
      if (observation === undefined || !gone.delete(observation)) continue;
      this.#slots[place] = undefined;
      for (const body of bodiesOf(observation)) this.#bodies.release(body);
    }
  }

  begin<Kind extends Observation['kind']>(kind: Kind): Slot<Extract<Observation, { kind: Kind }>> {
    const place = this.#slots.push(undefined) - 1;
    const id = `${PREFIXES[kind]}${++this.#counts[kind]}`;
    return {
      id,
      record: (rest) => {
        // These parts make up an observation of this kind.
        const observation = { kind, id, ...rest } as Extract<Observation, { kind: Kind }>;
        this.#slots[place] = observation;
        return observation;
      },
    };
  }

  note<Kind extends 'action' | 'watch' | 'credit'>(
    kind: Kind,
    rest: Omit<Extract<Observation, { kind: Kind }>, 'id' | 'kind'>,
  ): Extract<Observation, { kind: Kind }> {
    return this.begin(kind).record(rest);
  }

  keep(bytes: Uint8Array, size?: number): MessageBody {
    return this.#bodies.keep(bytes, size);
  }
}

function bodiesOf(observation: Observation): readonly MessageBody[] {
  if (observation.kind === 'delivery') return [observation.request.body];
  if (observation.kind !== 'exchange') return [];
  const { request, response } = observation;
  return response === undefined ? [request.body] : [request.body, response.body];
}
