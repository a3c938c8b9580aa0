import { isObject } from '@idvkit/json';
import { type FieldPrivacy, PRIVACY_ROOT, privacyBelow, type PrivacyNode } from '@idvkit/schema/privacy';

import { has } from '../../observe/json.ts';

/** A text or number of a body, with the privacy of its field. */
export interface BodyValue {
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
export function* valuesIn(body: unknown): Generator<BodyValue> {
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
