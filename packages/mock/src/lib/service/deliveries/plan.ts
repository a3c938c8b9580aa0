import type { Behaviour, PlannedDelivery } from '../../behaviour/hooks/behaviour.ts';
import type { DeliveryTrigger, History } from '../../behaviour/hooks/history.ts';
import type { StateEvent } from '../../state/command.ts';
import { applicationOf, type EventType, type Workspace } from '../../state/workspace.ts';

/** Returns the deliveries of an event: one per receiver that subscribed to its type and form. @see Specification, "Event types" */
export function planDeliveries(
  event: StateEvent,
  {
    workspace,
    behaviour,
    history,
  }: { readonly workspace: Workspace; readonly behaviour: Behaviour; readonly history: History },
): readonly PlannedDelivery[] {
  const cause = causeOf(event);
  const application = applicationOf(workspace, event.slug);
  if (!cause || !application) return [];
  const planned = workspace.receivers
    .filter(({ events }) => events.includes(cause.type))
    .filter(({ formSlug }) => formSlug === undefined || formSlug === application.formSlug)
    .map((receiver): PlannedDelivery => ({ ...cause, receiver, application, workspace, history }));
  return behaviour.deliveries(planned, { ...cause, workspace, application });
}

function causeOf(event: StateEvent): { readonly trigger: DeliveryTrigger; readonly type: EventType } | undefined {
  switch (event.type) {
    case 'submitted':
      return { trigger: 'submission', type: 'submit_form' };
    case 'resend-requested':
      return { trigger: 'resend', type: 'submit_form' };
    case 'status-changed':
      return { trigger: 'status-change', type: 'update_status' };
    case 'expired':
      return event.droppedOff ? { trigger: 'expiry', type: 'drop_off' } : undefined;
    case 'created':
    case 'deleted':
      break;
  }
  return undefined;
}
