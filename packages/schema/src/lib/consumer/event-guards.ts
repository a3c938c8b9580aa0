import type { Delivery, LifecycleDelivery, SubmitFormDelivery } from './deliveries.ts';

/** Checks whether a delivery is a submission. @see Specification, "Event types" */
export function isSubmission(received: Delivery): received is SubmitFormDelivery {
  return received.event.type === 'submit_form';
}

/** Checks whether a delivery is a lifecycle event. @see Specification, "Event types" */
export function isLifecycleEvent(received: Delivery): received is Delivery & LifecycleDelivery {
  return received.event.type === 'update_status' || received.event.type === 'drop_off';
}
