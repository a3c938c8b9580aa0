import * as z from 'zod';

// The grammar of RFC 3986, so that zod, ajv and every other validator agree. `URL` would repair and trim what it reads.
const CHARACTER = String.raw`(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})`;
const QUERY_CHARACTER = String.raw`(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})`;
const HOST = String.raw`(?:[A-Za-z0-9\-._~]+|\[[0-9A-Fa-f:]+\])`;
const PORT = '(?::(?:[0-9]{0,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?';

/** Parts of a pattern of web URLs. */
export const URL_PARTS = {
  /** A scheme is written in any letter case. */
  origin: `[Hh][Tt][Tt][Pp][Ss]?://${HOST}${PORT}`,
  segment: `${CHARACTER}+`,
  /** Any number of segments, each after a slash. */
  path: `(?:/${CHARACTER}*)*`,
  query: `${QUERY_CHARACTER}*`,
  fragment: `(?:#${QUERY_CHARACTER}*)?`,
} as const;

/**
 * Builds the schema of an absolute http or https URL, which stays exactly as it is.
 *
 * @param pattern Parts of {@link URL_PARTS} and characters between them.
 * @param message Issue of a text that does not match.
 */
export function webUrl(pattern: string, message: string): z.ZodString {
  return (
    z
      .string()
      .regex(new RegExp(`^${pattern}$`), message)
      // A pattern of IPv6 addresses would be longer than all the rest.
      .refine((text) => !text.includes('[') || URL.canParse(text), 'must have a host that exists')
      .meta({ format: 'uri' })
  );
}
