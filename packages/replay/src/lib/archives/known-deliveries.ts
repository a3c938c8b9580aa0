import type { Captured } from '@idvkit/schema/formats';

/** A capture as far as a file can repeat it. Headers are left out, and the query: exports redact parts of it. */
export type KnownDelivery = Pick<Captured, 'method' | 'path' | 'body' | 'source'> & {
  /** Absent if the file does not say when the delivery was received. */
  readonly receivedAt?: string | undefined;
};

/** Finds deliveries that an archive already has, so that importing a file again adds nothing. Repeats in one file count separately. */
export class KnownDeliveries {
  readonly #captures = new Map<string, number>();
  readonly #seen = new Map<string, number>();

  constructor(captures: Iterable<Captured>) {
    for (const captured of captures) this.add(captured);
  }

  startFile(): void {
    this.#seen.clear();
  }

  /** Returns whether the archive has a delivery. To be asked once for each delivery of a file. */
  has(delivery: KnownDelivery): boolean {
    const key = deliveryKey(delivery);
    const seen = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, seen);
    return seen <= (this.#captures.get(key) ?? 0);
  }

  add(captured: Captured): void {
    this.#count(deliveryKey(captured));
    if (captured.source !== undefined) this.#count(deliveryKey({ ...captured, receivedAt: undefined }));
  }

  #count(key: string): void {
    this.#captures.set(key, (this.#captures.get(key) ?? 0) + 1);
  }
}

/** Returns what a delivery is known by. */
function deliveryKey({ method, path, body, source, receivedAt }: KnownDelivery): string {
  // Without a time, only what was imported in the same way is taken for the same delivery.
  return JSON.stringify([method, path.replace(/\?.*/s, ''), body.sha256, body.complete, receivedAt ?? source]);
}
