import { objectAt, type JsonObject } from '@idvkit/json';
import { imagesOf as imagesIn, JsonNode } from '@idvkit/schema/rules';

import type { Payload } from './payload.ts';

/** The application of a payload, if it is an object. */
export function applicationOf({ body }: Payload): JsonObject | undefined {
  return objectAt(body, 'application');
}

/** Every screening run that is an object. */
export function amlRunsOf({ body }: Payload): readonly JsonNode[] {
  const providers = new JsonNode(body).at('extra', 'identity_aml').members();
  return providers.flatMap((provider) => provider.items()).filter((run) => run.isObject);
}

/** The entries of a run, under the provider's own key of its output, objects or not. */
export function amlEntriesOf(run: JsonNode): readonly JsonNode[] {
  return run.at('output', run.path.at(-2) ?? '').items();
}

/** What a payload holds as signed image URLs, of any kind but null. */
export function imagesOf({ body }: Payload): readonly JsonNode[] {
  return imagesIn(new JsonNode(body).at('extra', 'ekyc'));
}
