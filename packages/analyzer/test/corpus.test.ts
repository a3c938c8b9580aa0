import { corpusSummary, type CorpusSummary, type DocumentSummary, type PayloadSummary } from '@idvkit/schema/formats';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { runsOf } from '../../../tools/testing/sample.ts';
import { createCollector, summarize } from '../src/index.ts';

const encoder = new TextEncoder();

/** Summaries of some valid payloads, of a retry, of one that broke off, and of JSON that is no payload. */
async function summaries(): Promise<PayloadSummary[]> {
  const deliveries = fc.sample(arbitraries.delivery(), { numRuns: 24, seed: 7 });
  const texts = deliveries.map((delivery) => JSON.stringify(delivery));
  const retries = texts.slice(0, 6).map((text) => text.replace(/"nounce":"[^"]*"/, '"nounce":"again"'));
  return Promise.all(
    [...texts, ...retries, texts[0]?.slice(0, -9) ?? '', '[]'].map((text, index) =>
      summarize([encoder.encode(text)], { source: `delivery-${index}.json` }),
    ),
  );
}

function corpusOf(parts: readonly PayloadSummary[]): CorpusSummary {
  const collector = createCollector();
  for (const part of parts) collector.add(part);
  return collector.result();
}

function merged(...corpora: readonly CorpusSummary[]): CorpusSummary {
  const collector = createCollector();
  // A corpus goes from machine to machine as text.
  for (const corpus of corpora) collector.merge(corpusSummary.parse(JSON.parse(JSON.stringify(corpus))));
  return collector.result();
}

describe('createCollector()', () => {
  let all: PayloadSummary[];

  beforeAll(async () => {
    all = await summaries();
  });

  const parts = (): fc.Arbitrary<PayloadSummary[]> => fc.array(fc.constantFrom(...all), { maxLength: 12 });

  it('merges parts into what one collector would have given, in any order', () => {
    fc.assert(
      fc.property(parts(), parts(), parts(), (a, b, c) => {
        const whole = corpusOf([...a, ...b, ...c]);
        const [one, two, three] = [corpusOf(a), corpusOf(b), corpusOf(c)];
        expect(merged(one, two, three)).toEqual(whole);
        expect(merged(merged(one, two), three)).toEqual(merged(one, merged(two, three)));
        expect(merged(three, one, two)).toEqual(whole);
      }),
      { numRuns: runsOf(40) },
    );
  });

  it('merges in any order also where tables are full', () => {
    const first = all.flatMap(({ documents }) => documents).find(({ providers }) => providers.length > 0);
    if (first === undefined) throw new Error('There is no document');
    const crowd = (from: number, count: number): DocumentSummary[] =>
      Array.from({ length: count }, (_, index) => ({
        ...first,
        application: { ...first.application, form: `form-${from + index}`, id: from + index },
        providers: first.providers.slice(0, 1).map((provider) => ({ ...provider, name: `provider-${from + index}` })),
      }));
    const corpus = (documents: readonly DocumentSummary[]): CorpusSummary => {
      const collector = createCollector();
      for (const document of documents) collector.addDocument(document);
      return collector.result();
    };
    const [a, b, c] = [crowd(0, 180), crowd(90, 180), crowd(260, 180)] as const;
    const whole = corpus([...a, ...b, ...c]);
    expect(merged(corpus(a), merged(corpus(b), corpus(c)))).toEqual(whole);
    expect(merged(corpus(c), corpus(a), corpus(b))).toEqual(whole);
    expect([whole.forms.total, whole.forms.exact, whole.forms.counts.length]).toEqual([540, false, 256]);
    // There are 440 forms.
    expect(whole.forms.distinct).toBeGreaterThan(380);
    expect(whole.forms.distinct).toBeLessThan(500);
    expect(whole.limits).toEqual([{ bound: 'providers', path: '', kept: 64 }]);
  });

  it('counts a submission once, however often it was delivered', () => {
    const twice = [...all, ...all];
    const [once, again] = [corpusOf(all), corpusOf(twice)];
    expect(again.submissions.outcomes).toEqual(once.submissions.outcomes);
    expect(again.submissions.distinct).toBe(once.submissions.distinct);
    expect(once.submissions.repeated).toBeGreaterThan(0);
    expect(again.payloads).toBe(2 * once.payloads);
  });

  it('names the payloads that are far from the others', async () => {
    const usual = all.filter(({ complete }) => complete).slice(0, 20);
    const json = `{"event":{"type":"submit_form"},"answers":{"x":"${'x'.repeat(5_000_000)}"}}`;
    const huge = await summarize([encoder.encode(json)], { source: 'huge.json' });
    const { largest } = corpusOf([...usual, huge]);
    expect(largest.map(({ source, far }) => [source, far]).slice(0, 2)).toEqual([
      ['huge.json', true],
      [expect.any(String), false],
    ]);
  });

  it('says nothing personal', () => {
    const text = JSON.stringify(corpusOf(all));
    expect(text).not.toMatch(/slug|first_name|"label"/);
  });
});
