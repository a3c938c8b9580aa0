/** Cause of a delivery. */
export type DeliveryTrigger = 'submission' | 'resend' | 'status-change' | 'expiry';

/** How often each of these happened to an application before a call or a delivery. An expiry counts without a drop-off, too. */
export type History = Readonly<Partial<Record<DeliveryTrigger, number>>>;
