import type { DeliverySettings } from './delivery-settings.ts';
import type { Form } from './forms.ts';
import type { EventType } from './records.ts';

/** What happens to an application. */
export type Happening = 'submitted' | 'expired' | 'changed';

/** How a service differs from the one in this folder, apart from HTTP. */
export interface ServiceSettings extends DeliverySettings {
  /** Path of the endpoints, before the locale, such as `/gw`. Default: none. */
  readonly basePath?: string;
  /** Forms of every workspace. Default: one with both camera steps and one with none. */
  readonly forms?: readonly Form[];
  /** Returns the slug of the application with an id. Default: 20 letters and digits. */
  readonly slugOf?: (id: number) => string;
  /** Returns the events that follow. Default: the one that the specification names. */
  readonly eventsOf?: (happening: Happening) => readonly EventType[];
  /** Milliseconds from the act of an operator to the submission. Default: none. */
  readonly submitsAfterMs?: number;
}
