import type { RetentionLimits } from '@idvkit/archive';
import { parseDuration, parseSize } from '@idvkit/cli-kit';

/** Arguments of `command.option()` for the limits of an archive. */
export const MAX_AGE_OPTION = [
  '--max-age <duration>',
  'Erase captures that are older, such as 30d',
  parseDuration,
] as const;
export const MAX_BYTES_OPTION = [
  '--max-bytes <size>',
  'Erase the oldest beyond this size of all bodies, such as 10GB',
  parseSize,
] as const;

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
