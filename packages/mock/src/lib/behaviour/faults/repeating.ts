import type { DeliveryAttempt, Overrides } from '../hooks/behaviour.ts';

/** Overrides under which attempts at deliveries repeat part of the event header of an earlier one. */
export function repeating(part: 'nounce' | 'createdAt', { among, isFirst = () => false }: Repetition): () => Overrides {
  return () => {
    const repeated = new Map<string, string>();
    return {
      eventHeader: (header, attempt) => {
        const key = among(attempt);
        if (key === undefined) return header;
        if (!repeated.has(key) || isFirst(attempt)) repeated.set(key, header[part]);
        return { ...header, [part]: repeated.get(key) };
      },
    };
  };
}

/** Which attempts repeat which. */
export interface Repetition {
  /** Key that an attempt shares with those that it repeats; undefined if it repeats none. */
  readonly among: (attempt: DeliveryAttempt) => string | undefined;
  /** An attempt that the following ones repeat. Default: only the first of a key. */
  readonly isFirst?: (attempt: DeliveryAttempt) => boolean;
}
