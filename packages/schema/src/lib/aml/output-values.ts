import type { Keywords } from '../check/stated.ts';

/** An array of entries of a provider, for JSON Schema. */
export const ENTRIES: Keywords = { type: 'array', items: { $ref: 'AmlEntry' } };

/** Values of an output: the entries of the provider. What else stands there is not shown. */
export const OUTPUT_VALUES: Keywords = {
  anyOf: [
    ENTRIES,
    { type: 'array', items: {} },
    ...['object', 'string', 'number', 'boolean', 'null'].map((type) => ({ type })),
  ],
};
