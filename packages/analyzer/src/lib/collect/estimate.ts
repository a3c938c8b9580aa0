/** Keys that a sample by hash has kept, and how often these were seen. */
export interface Sampled {
  /** How often all keys were seen, the others included. */
  readonly total: number;
  /** Keys that are kept: each with all times it was seen. */
  readonly kept: number;
  readonly keptTotal: number;
  /** How many keys each kept one stands for; 1 if all are kept. */
  readonly scale: number;
}

/**
 * Counts different keys, and the times that a key was seen again. Without a repeated key, `repeated` is exactly 0, also if it
 * is an estimate.
 */
export function countDistinct({ total, kept, keptTotal, scale }: Sampled): {
  readonly distinct: number;
  readonly repeated: number;
} {
  if (keptTotal === kept) return { distinct: total, repeated: 0 };
  const distinct = Math.min(total, Math.round(kept * scale));
  return { distinct, repeated: Math.min(total - kept, Math.round((keptTotal - kept) * scale)) };
}
