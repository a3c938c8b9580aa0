import { z } from 'zod';

import { instant } from '../state/application.ts';
import { form, isCameraFlow } from '../state/form.ts';
import { eventType, receiver, type Workspace } from '../state/workspace.ts';

/** A webhook as the portal shows it: without its secret, which is shown to nobody again. */
export const webhookView = receiver.unwrap().omit({ secret: true }).readonly().meta({ id: 'PortalWebhook' });

/** How the time of a workspace goes. */
export const clockView = z
  .strictObject({ mode: z.enum(['frozen', 'offset']), now: instant })
  .readonly()
  .meta({ id: 'PortalClock' });

/** A fault, and whether it is switched on. */
export const faultView = z
  .strictObject({
    id: z.string(),
    rule: z.string(),
    alsoBreaks: z.array(z.string()).readonly(),
    title: z.string(),
    on: z.boolean(),
  })
  .readonly()
  .meta({ id: 'PortalFault' });

const outcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('answered'), status: z.int() }),
  z.strictObject({ kind: z.literal('timed-out') }),
  z.strictObject({ kind: z.literal('failed'), reason: z.string(), code: z.string().exactOptional() }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);

/** A delivery to one receiver, with its attempts that have ended. */
export const deliveryView = z
  .strictObject({
    id: z.int(),
    type: eventType,
    trigger: z.enum(['submission', 'resend', 'status-change', 'expiry']),
    slug: z.string(),
    receiverId: z.string(),
    url: z.string(),
    queuedAt: instant,
    state: z.enum(['under-way', 'delivered', 'given-up']),
    attempts: z
      .array(
        z
          .strictObject({
            number: z.int(),
            nounce: z.string(),
            createdAt: z.string().meta({ description: '`event.created_at`' }),
            startedAt: instant,
            endedAt: instant,
            outcome: outcome.readonly(),
            next: z.enum(['delivered', 'retry', 'given-up']),
            body: z
              .string()
              .exactOptional()
              .meta({ description: 'What was sent, where it was asked for and is small' }),
          })
          .readonly(),
      )
      .readonly(),
  })
  .readonly()
  .meta({ id: 'PortalDelivery' });

/** A call of the client. */
export const callView = z
  .strictObject({
    id: z.int(),
    at: instant,
    endpoint: z.enum(['create', 'result', 'info', 'submit', 'resend', 'image']),
    method: z.string(),
    lang: z.string(),
    formSlug: z.string(),
    slug: z.string(),
    credential: z.enum(['valid', 'invalid', 'revoked', 'other-scheme', 'absent']),
    tokenInUrl: z.boolean(),
    condition: z.string().meta({ description: 'Under which condition it was answered, `created` for instance' }),
    status: z.int(),
  })
  .readonly()
  .meta({ id: 'PortalCall' });

/** A workspace as a client has to know it. */
export const workspaceView = z
  .strictObject({
    id: z.string(),
    /** Absent where every token was revoked. */
    token: z.string().exactOptional(),
    forms: z
      .array(
        z.strictObject({ slug: z.string(), camera: z.boolean(), inputParameters: form.unwrap().shape.inputParameters }),
      )
      .readonly(),
  })
  .readonly()
  .meta({ id: 'PortalWorkspace' });

/** What the portal says of itself. */
export const portalIndex = z
  .strictObject({
    format: z.literal('idvkit.portal'),
    version: z.literal(1),
    workspaces: z.array(workspaceView).readonly(),
    /** The workspace of paths that name none. */
    defaults: workspaceView,
  })
  .readonly()
  .meta({ id: 'PortalIndex' });

export type WebhookView = z.infer<typeof webhookView>;
export type ClockView = z.infer<typeof clockView>;
export type FaultView = z.infer<typeof faultView>;
export type DeliveryView = z.infer<typeof deliveryView>;
export type CallView = z.infer<typeof callView>;
export type WorkspaceView = z.infer<typeof workspaceView>;
export type PortalIndex = z.infer<typeof portalIndex>;

/** Shows what a client has to know of a workspace. */
export function toWorkspaceView({ id, tokens, forms }: Workspace): WorkspaceView {
  const [token] = tokens;
  return {
    id,
    ...(token !== undefined && { token }),
    forms: Object.values(forms).map((form) => ({
      slug: form.slug,
      camera: isCameraFlow(form),
      inputParameters: form.inputParameters,
    })),
  };
}
