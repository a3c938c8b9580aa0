import type { Delivery, LifecycleDelivery, Submission } from './types.ts';

/** Checks whether a delivery is a submission. @see Specification, "Event types" */
export function isSubmission(received: Delivery): received is Submission {
  return received.event.type === 'submit_form' && received.application !== undefined;
}

/** Checks whether a delivery is a lifecycle event. @see Specification, "Event types" */
export function isLifecycleEvent(received: Delivery): received is Delivery & LifecycleDelivery {
  const { event, application } = received;
  return (event.type === 'update_status' || event.type === 'drop_off') && application !== undefined;
}
