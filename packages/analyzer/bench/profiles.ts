/** Payloads that a scanner can be slow at, each in its own way. Hits of all of them have the same fields. */
export const PROFILES = {
  hits: 'many hits, names in eight scripts, keys in any order',
  snippets: 'long snippets of articles in eight scripts, with escapes',
  wide: 'pretty-printed with 4 spaces, hits of 100 B to 50 MB',
  python: 'pretty-printed with 2 spaces, \\uXXXX for all that is not ASCII, as json.dumps(indent=2)',
} as const;

export type Profile = keyof typeof PROFILES;
