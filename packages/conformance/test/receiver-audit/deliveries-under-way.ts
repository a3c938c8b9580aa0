import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** The deliveries to a receiver of a test that it has not looked at yet: the audit runs in this process, so they are known. */
export interface DeliveriesUnderWay {
  /** Begins to look at a request. @returns What says, once, that it was looked at. */
  readonly looking: (method: string | undefined) => () => void;
  /** Waits until each that was sent has been looked at. */
  readonly allLooked: () => Promise<void>;
  readonly close: () => void;
}

/** Published for each request that undici is given, before anything of it is sent. */
const CREATED = 'undici:request:create';

/** @param origin Origin of the receiver. */
export function watchDeliveries(origin: string): DeliveriesUnderWay {
  let count = 0;
  const waiting: (() => void)[] = [];
  const created = (message: unknown): void => {
    // What undici documents of this channel.
    const { request } = message as { readonly request: { readonly origin: string | URL; readonly method: string } };
    if (request.method === 'POST' && new URL(request.origin).origin === origin) count += 1;
  };
  subscribe(CREATED, created);
  return {
    looking: (method) => {
      let isLooking = method === 'POST';
      return () => {
        if (!isLooking) return;
        isLooking = false;
        count -= 1;
        if (count <= 0) for (const resolve of waiting.splice(0)) resolve();
      };
    },
    allLooked: async () => {
      if (count > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    close: () => unsubscribe(CREATED, created),
  };
}
