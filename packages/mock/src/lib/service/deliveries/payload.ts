import type { JsonObject } from '@idvkit/json';

import type { Behaviour, DeliveryAttempt } from '../../behaviour/hooks/behaviour.ts';
import { buildApplication } from '../payload/application.ts';
import { buildResult } from '../payload/result.ts';
import { signImageUrl } from '../signed-image/signed-image-url.ts';

/** Value of `event.version`. The specification shows only that it is an integer. */
const EVENT_VERSION = 1;

/** Builds the body of one attempt: only a submission has answers, extra and a version. @see Specification, "Envelope" */
export function buildDeliveryPayload(options: {
  readonly attempt: DeliveryAttempt;
  readonly header: { readonly nounce: string; readonly createdAt: string };
  readonly origin: string;
  readonly salt: () => string;
  readonly behaviour: Behaviour;
}): JsonObject {
  const { attempt, header, origin, salt, behaviour } = options;
  const { workspace, form, application, type, trigger } = attempt;
  const { signingKey } = workspace;
  const at = Date.parse(header.createdAt);
  const sign = (image: Parameters<Parameters<typeof buildResult>[0]['sign']>[0]): string =>
    signImageUrl({
      subject: { image, application, trigger, carrier: attempt, at },
      origin,
      salt: salt(),
      signingKey,
      behaviour,
    });
  const event = { nounce: header.nounce, type, created_at: header.createdAt };
  const document =
    type === 'submit_form'
      ? { event: { ...event, version: EVENT_VERSION }, ...buildResult({ workspace, form, application, sign }) }
      : { event, application: buildApplication(application, form, workspace) };
  return behaviour.payload(document, { carrier: 'delivery', ...header, ...attempt });
}
