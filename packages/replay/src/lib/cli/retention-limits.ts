import type { RetentionLimits } from '@idvkit/archive';

/** Returns the limits that `--max-age` and `--max-bytes` set; `undefined` if neither is given. */
export function retentionLimits({
  maxAge,
  maxBytes,
}: {
  readonly maxAge?: number | undefined;
  readonly maxBytes?: number | undefined;
}): RetentionLimits | undefined {
  if (maxAge === undefined && maxBytes === undefined) return undefined;
  return { ...(maxAge !== undefined && { maxAgeMs: maxAge }), ...(maxBytes !== undefined && { maxBytes }) };
}
