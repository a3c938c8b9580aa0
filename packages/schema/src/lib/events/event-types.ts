/** Event types that the specification names; more may be added. @see Specification, "Event types" */
export const KNOWN_EVENT_TYPES = ['submit_form', 'update_status', 'drop_off'] as const;

export type KnownEventType = (typeof KNOWN_EVENT_TYPES)[number];
