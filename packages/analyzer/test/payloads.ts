import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';

/** Keys and texts that something might trip over. */
const awkward = fc.constantFrom(
  '',
  '__proto__',
  'constructor',
  'a.b',
  'x[]',
  '…',
  '"quoted"',
  'hits',
  'นามแฝง',
  '\u0000\u001f\u2028',
  '\ud800',
  '𝒳'.repeat(40),
  'k'.repeat(300),
  't'.repeat(5_000),
);
const text = fc.oneof({ weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) }, awkward);
const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'value' },
    text,
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4, depthIdentifier: 'value' }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('doc', 'aka', 'name')), tie('value'), {
      maxKeys: 4,
      depthIdentifier: 'value',
    }),
  ),
})).value;

/** A hit as providers write them, with every field that the default profile names; now and then something else. */
const plausibleHit = fc.record(
  {
    match_types: fc.array(fc.constantFrom('name_exact', 'aka_fuzzy', 'year_of_birth'), { maxLength: 3 }),
    is_whitelisted: fc.boolean(),
    risk_level: fc.constantFrom('low', 'high', 3, null),
    doc: fc.record(
      {
        id: fc.constantFrom('A1', 'A2', 'A3', 4),
        name: text,
        aka: fc.array(fc.oneof(fc.record({ name: text }), fc.constant({ name: 'Same' })), { maxLength: 6 }),
        media: fc.array(
          fc.record({
            date: fc.constantFrom('2019-04-01T00:00:00Z', '2020', 'soon', ''),
            url: fc.constantFrom('https://WWW.News.example/a', 'http://user@b.example:80/?q', 'news.example', ''),
            snippet: text,
          }),
          { maxLength: 3 },
        ),
        types: fc.array(fc.constantFrom('sanction', 'pep', 'adverse-media'), { maxLength: 2 }),
        fields: fc.array(fc.record({ locale: fc.constantFrom('en', 'th') }), { maxLength: 2 }),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
);
/** Hits of all kinds. */
export const hitLists: fc.Arbitrary<unknown[]> = fc.array(fc.oneof({ weight: 5, arbitrary: plausibleHit }, anything), {
  maxLength: 12,
});

/** Payloads that are valid, with hits of all kinds in place of theirs. */
const payloadWithHits = fc
  .tuple(arbitraries.submitFormDelivery({ aml: 'found' }), fc.array(hitLists, { minLength: 1, maxLength: 3 }))
  .map(([delivery, lists]) => {
    const texts: string[] = [];
    const json = JSON.stringify(delivery, (key, value: unknown) => {
      if (key !== 'hits') return value;
      texts.push(JSON.stringify(lists[texts.length % lists.length]));
      return `@${texts.length - 1}@`;
    });
    return json.replaceAll(/"@(\d+)@"/g, (_, index: string) => texts[Number(index)] ?? '[]');
  });

const spaces = fc.constantFrom('', ' ', '\n', '\r\n\t', '    ');

/** Text of JSON with white space wherever it may be. */
function spread(json: string, space: string): string {
  return JSON.stringify(JSON.parse(json), null, space.replaceAll(/\S/g, '')).replaceAll('\n', `\n${space}`);
}

/** Keys that are there twice, as JSON allows. */
const twice = fc.constantFrom<(json: string) => string>(
  (json) => json,
  (json) => json.replaceAll(/"(?:doc|name|hits|result)":/g, (key) => `${key}{"id":"Z","name":"first"},${key}`),
  (json) => json.replaceAll(/"(?:k{300}|id|url|total_hits|output)":/g, (key) => `${key}[],${key}"A2",${key}`),
);

/** Text of JSON documents of every kind: valid payloads, payloads with strange hits, and JSON that is no payload. */
export const documentTexts: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      { weight: 5, arbitrary: payloadWithHits },
      arbitraries.delivery().map((delivery) => JSON.stringify(delivery)),
      anything.map((value) => JSON.stringify(value)),
      anything.map((extra) => JSON.stringify({ event: { type: 'submit_form' }, extra: { identity_aml: extra } })),
    ),
    spaces,
    twice,
  )
  .map(([json, space, repeat]) => repeat(spread(json, space)));

/** The same, but short. */
export const shortTexts: fc.Arbitrary<string> = fc
  .tuple(
    anything.map((value) => JSON.stringify(value)),
    spaces,
  )
  .map(([json, space]) => spread(json, space));

/** Where bytes are cut into chunks: sizes that are used in turn. */
export const chunkSizes: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
  fc.array(fc.integer({ min: 1, max: 4_096 }), { minLength: 1, maxLength: 4 }),
);

/** Cuts bytes into chunks. */
export function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
