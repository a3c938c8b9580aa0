import { isObject } from '@idvkit/json';
import { type FieldPrivacy, fitsPrivacy, PRIVACY_ROOT, privacyBelow, type PrivacyNode } from '@idvkit/schema/privacy';

import { has } from './json.ts';

/** A text or number of a body, with the privacy of its field. */
export interface SeenValue {
  readonly value: string | number;
  readonly privacy: FieldPrivacy;
  /** True if it is the number of an application. */
  readonly isId: boolean;
}

const PERSON: FieldPrivacy = { class: 'person' };

interface Place {
  readonly value: unknown;
  readonly node: PrivacyNode;
  readonly key: string;
}

/** Lists the texts and numbers of a body of any depth. Of an info answer only `data`: the rest is the form. */
export function* valuesIn(body: unknown): Generator<SeenValue> {
  const start = isObject(body) && has(body, 'schema_config') ? { data: body['data'] } : body;
  const waiting: Place[] = [{ value: start, node: PRIVACY_ROOT, key: '' }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, node, key } = place;
    if (typeof value === 'string' || typeof value === 'number') {
      yield { value, privacy: node.privacy ?? PERSON, isId: key === 'id' || key === 'no' };
    } else if (Array.isArray(value)) {
      for (const item of value) waiting.push({ value: item, node: privacyBelow(node, 0), key });
    } else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        waiting.push({ value: item, node: privacyBelow(node, name), key: name });
      }
    }
  }
}

/** Classes whose valid values anybody may read. */
const PLAIN: ReadonlySet<FieldPrivacy['class']> = new Set(['count', 'enum', 'random', 'time', 'wording'] as const);

/** The values of all bodies of a recording, each once: masking needs them after the bodies are gone. */
export class SeenValues {
  readonly #values = new Map<FieldPrivacy, readonly [others: Set<string | number>, ids: Set<string | number>]>();

  add(body: unknown): void {
    for (const { value, privacy, isId } of valuesIn(body)) {
      if (PLAIN.has(privacy.class) && fitsPrivacy(String(value), privacy)) continue;
      const known = this.#values.get(privacy) ?? [new Set(), new Set()];
      this.#values.set(privacy, known);
      known[isId ? 1 : 0].add(value);
    }
  }

  *[Symbol.iterator](): Generator<SeenValue> {
    for (const [privacy, [others, ids]] of this.#values) {
      for (const value of others) yield { value, privacy, isId: false };
      for (const value of ids) yield { value, privacy, isId: true };
    }
  }
}
