import type { Answer } from './answering.ts';
import type { Call } from './calls.ts';
import type { Application } from './records.ts';
import type { ServiceSettings } from './service-settings.ts';
import type { Service } from './service.ts';

/** A call to one of the endpoints, on its way to an answer. */
export interface Seen {
  readonly call: Call;
  /** The application that the path names, deleted or under another form, too. */
  readonly application: Application | undefined;
  readonly service: Service;
  /** Answers the call, or the call with changes. */
  readonly next: (changes?: Partial<Call>) => Answer;
}

/** A read of an image, on its way to an answer. */
export interface ImageRead {
  readonly application: Application | undefined;
  readonly slug: string;
  readonly query: URLSearchParams;
  readonly token: string;
  readonly nowMs: number;
}

/** Where a service differs from the one in this folder. Each default is what the specification shows. */
export interface Settings extends ServiceSettings {
  /** Answers a call to an endpoint. Default: `next()`. */
  readonly answer?: (seen: Seen) => Answer | Promise<Answer>;
  /** Answers a read of an image. Default: `next()`. */
  readonly image?: (read: ImageRead, next: (changes?: Partial<ImageRead>) => Answer) => Answer;
}
