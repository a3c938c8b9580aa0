import { arbitraries, BREAKABLE_RULE_IDS, nearValid } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createCollector, summarize } from '../src/index.ts';
import { raisedFlags, type DocumentFacts } from '../src/lib/corpus/document-facts.ts';
import { ProviderTotals } from '../src/lib/corpus/provider-totals.ts';
import { summarizePlain } from '../src/lib/summarize/summarize-with.ts';
import { documentTexts, shortTexts } from './payloads.ts';

const encoder = new TextEncoder();

/** A payload with a JSON text as an entry's record, and another in its answers. */
function payloadOf(record: string, { provider = '"p"', answers = '{}' } = {}): string {
  return `{"event":{"type":"submit_form"},"answers":${answers},"extra":{"identity_aml":{${provider}:[{"output":{${provider}:[{"output":{"content":{"data":${record}}}}]}}]}}}`;
}

/** Texts of JSON that have what makes parsing and scanning differ. */
const awkwardTexts = fc.constantFrom(
  payloadOf('{"hits":[{"doc":{"id":"A"}},{"doc":{"id":"A"}}]}'),
  payloadOf('{"hits":[{"id":1,"id":2}]}'),
  payloadOf('{"hits":[1],"hits":[2,3]}'),
  payloadOf('{"blacklist_hits":[{}],"hits":[{},{"score":1}]}'),
  payloadOf('{"match_status":"unknown","hits":[{"match_status":"false_positive"},{}]}'),
  payloadOf('{"hits":[]}', { answers: '{"hits":[1,2]}' }),
  payloadOf('{"hits":[{"hits":[[1],"]"]}]}', { answers: '{"hits":[]}' }),
  payloadOf('{"h\\u0069ts":[{}]}'),
  payloadOf('{"h\\u0069ts":[{}]}', { answers: '{"hits":[1,2]}' }),
  payloadOf('{"hits":[{}]}', { provider: '"2024"' }),
  payloadOf('{"hits":[{}]}', { provider: '"hits"' }),
  payloadOf('{"hits":[{}]}', { provider: '"__proto__"' }),
  payloadOf('{"hits":[{"__proto__":{"x":1}}],"__proto__":[]}'),
  payloadOf('{"hits":[{}]}', { answers: '{"__proto__":{"value":"x"},"constructor":{"value":1}}' }),
  payloadOf('{"hits":[1e999,-0,12345678901234567890,"\\ud800"],"total_hits":1e999}'),
  payloadOf('{"hits":[{"id":"นามแฝง"}] , "match_status":"\\udc00ü"}'),
  payloadOf('{"hits" : [ {"doc" : {"name":"a\\"]\\\\"}} ] }'),
  payloadOf('{"hits":{}}'),
  payloadOf('{"hits":[{}],"total_hits":7,"limit":1}'),
  `{"extra":{"bank_statement":{"a":null,"a":1},"identity_aml":[[{"output":{"0":[]}}]]}}`,
  `{"extra":{"bank_statement":[null,{"hits":[1]}]},"event":{"type":null}}`,
  `{"answers":{"a":"${'x'.repeat(5_000)}"}}`,
  `{"answers":{"a":${'1'.repeat(5_000)}}}`,
  `{"answers":{"${'k'.repeat(600)}":1}}`,
  `{"answers":${'['.repeat(90)}${']'.repeat(90)}}`,
  `{"answers":{${Array.from({ length: 1_100 }, (_, index) => `"k${index}":1`).join()}}}`,
  ' \n\t{ } \r\n',
  '"text"',
  '-1',
  '[]',
  'null',
);

const texts = fc.oneof(
  { weight: 3, arbitrary: documentTexts },
  shortTexts,
  { weight: 3, arbitrary: awkwardTexts },
  { weight: 2, arbitrary: arbitraries.delivery().map((delivery) => JSON.stringify(delivery)) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...BREAKABLE_RULE_IDS)
      .chain((rule) => nearValid(rule))
      .map(({ body }) => JSON.stringify(body)),
  },
  { weight: 2, arbitrary: arbitraries.submitFormDelivery().map((delivery) => JSON.stringify(delivery, null, 2)) },
);

/** A byte that is replaced, removed or put before another, or none. */
const edits = fc.option(
  fc.record({
    at: fc.nat(),
    removed: fc.nat(2),
    byte: fc.constantFrom(0x22, 0x5c, 0x2c, 0x5d, 0x7d, 0x30, 0x80, 0xef, 0x0a),
  }),
  { freq: 2 },
);

const documents = fc.tuple(texts, edits).map(([text, edit]) => {
  const bytes = encoder.encode(text);
  if (edit === null) return bytes;
  const at = edit.at % bytes.length;
  return Uint8Array.from([...bytes.subarray(0, at), edit.byte, ...bytes.subarray(at + edit.removed)]);
});

/** Returns the facts of a document that a corpus adds up; the bytes of runs and entries are not among them. */
function comparable(document: DocumentFacts): object {
  const { providers, ...facts } = document;
  const { source, bytes, complete, event, application, outcome, hits, hitBytes, blacklistHits, warnings } = facts;
  const { highest, duplicates } = facts.screening;
  return {
    source,
    bytes,
    complete,
    event,
    application,
    outcome,
    hits,
    hitBytes,
    blacklistHits,
    warnings,
    screening: { highest, duplicates },
    providers: providers.map((provider) => {
      const totals = new ProviderTotals();
      totals.add(provider);
      return { name: provider.name, raised: [...new Set(raisedFlags(provider))].sort(), ...totals.result() };
    }),
  };
}

describe('summarizePlain()', () => {
  it('gives the facts that a scan gives, or none', async () => {
    let parsed = 0;
    await fc.assert(
      fc.asyncProperty(documents, fc.boolean(), async (bytes, reveal) => {
        const facts = summarizePlain(bytes, { source: 'a.json', reveal, offset: 0 });
        if (facts === undefined) return;
        parsed += 1;
        const { documents: scanned, complete } = await summarize([bytes], { source: 'a.json', reveal });
        expect(complete).toBe(true);
        expect(scanned.map(comparable)).toEqual([comparable(facts)]);
      }),
      { numRuns: 600 },
    );
    expect(parsed).toBeGreaterThan(150);
  });

  it.each([
    [32, 8, true],
    [33, 1, false],
    [1, 256, true],
    [1, 257, false],
  ])('of %i providers with %i entries each: %s', (providers, entries, isPlain) => {
    const runs = (name: string): string => `"${name}":[{"output":{"${name}":[${Array(entries).fill('{}').join()}]}}]`;
    const screening = Array.from({ length: providers }, (_, index) => runs(`p${index}`)).join();
    const facts = summarizePlain(encoder.encode(`{"extra":{"identity_aml":{${screening}}}}`), { source: 'a.json' });

    expect(facts !== undefined).toBe(isPlain);
  });

  it('gives a corpus that is equal byte for byte', async () => {
    const deliveries = fc.sample(
      fc.oneof(
        documentTexts,
        arbitraries.delivery().map((each) => JSON.stringify(each)),
      ),
      {
        numRuns: 200,
        seed: 3,
      },
    );
    const [plain, scanned] = [createCollector(), createCollector()];
    let parsed = 0;
    for (const text of deliveries) {
      const bytes = encoder.encode(text);
      const facts = summarizePlain(bytes, { source: 'a.json' });
      if (facts === undefined) continue;
      parsed += 1;
      plain.addDocument(facts);
      scanned.add(await summarize([bytes], { source: 'a.json' }));
    }
    expect(parsed).toBeGreaterThan(100);
    expect(JSON.stringify(plain.result())).toBe(JSON.stringify(scanned.result()));
  });

  it.each([
    ['a key that is there twice', '{"answers":{"a":1,"a":2}}'],
    ['a key that is there twice, once escaped', '{"answers":{"a":1,"\\u0061":2}}'],
    ['a byte order mark', '\u{FEFF}{}'],
    ['a cut', '{"answers":'],
    ['two documents', '{} {}'],
    ['a control character', '{"a":"\u0001"}'],
    ['a long text', `{"a":"${'x'.repeat(5_000)}"}`],
    ['many levels', `${'['.repeat(90)}${']'.repeat(90)}`],
    ['an array of hits elsewhere', payloadOf('{"hits":[{}]}', { answers: '{"hits":[1]}' })],
    [
      'a key of hits that is escaped, and one elsewhere',
      payloadOf('{"h\\u0069ts":[{}]}', { answers: '{"hits":[1,2]}' }),
    ],
    ['more than 64 kB', `[${'1,'.repeat(40_000)}1]`],
    ['nothing', ''],
  ])('leaves %s to a scan', (_, text) => {
    expect(summarizePlain(encoder.encode(text), {})).toBeUndefined();
  });

  it('leaves malformed UTF-8 to a scan', () => {
    expect(summarizePlain(Uint8Array.of(0x22, 0xc3, 0x22), {})).toBeUndefined();
  });

  it('finds hits from the start of the document without an offset', () => {
    const bytes = encoder.encode(payloadOf('{"hits":[{"doc":{"id":"A"},"score":7}]}'));
    const [highest] = summarizePlain(bytes, { top: 1 })?.screening.highest ?? [];

    expect(highest?.offset).toBe(new TextDecoder().decode(bytes).indexOf('{"doc"'));
  });

  it.each([
    ['lone surrogates', '{"a":"\\ud800"}'],
    ['keys of the language', '{"__proto__":{"a":1},"constructor":1}'],
    ['numbers beyond the largest', '{"a":[1e999,-0]}'],
    ['hits', payloadOf('{"hits":[{"doc":{"id":"A"}},{"hits":[1]}]}')],
  ])('takes %s', (_, text) => {
    expect(summarizePlain(encoder.encode(text), {})?.complete).toBe(true);
  });
});
