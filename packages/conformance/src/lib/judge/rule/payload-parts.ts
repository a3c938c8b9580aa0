import { objectAt, type JsonObject } from '@idvkit/json';
import { imagesOf as imagesIn, JsonNode } from '@idvkit/schema/rules';

import type { Payload } from './payload.ts';

/** The application of a payload, if it is an object. */
export function applicationOf({ body }: Payload): JsonObject | undefined {
  return objectAt(body, 'application');
}

/** What a payload holds as signed image URLs, of any kind but null. */
export function imagesOf({ body }: Payload): readonly JsonNode[] {
  return imagesIn(new JsonNode(body).at('extra', 'ekyc'));
}
