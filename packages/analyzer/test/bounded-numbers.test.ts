import { describe, expect, it } from 'vitest';

import { CORPUS_BOUNDS, PAYLOAD_BOUNDS, type PayloadBounds } from '../src/lib/collect/bounds.ts';
import { createBoundedCollector } from '../src/lib/corpus/create-collector.ts';
import { scan } from '../src/lib/scan/wasm/scan.ts';
import { summarizeWith } from '../src/lib/summarize/summarize-with.ts';
import { compareNumbers, meanError, type Estimate } from './reference/compare-numbers.ts';
import { drawPayload } from './reference/random-screenings.ts';
import { drawFrom } from './reference/seeded.ts';
import type { Json } from './screening-payload.ts';

const encoder = new TextEncoder();
const PAYLOADS = 1_000;

async function documentOf(payload: Json, bounds: PayloadBounds) {
  const bytes = encoder.encode(JSON.stringify(payload));
  const { document } = await summarizeWith({ bounds }, (handler, options) => scan([bytes], handler, options));
  if (!document) throw new Error('There is no document');
  return document;
}

describe('a summary whose bounds are small', () => {
  it('has numbers that are exact, or marked: of 1,000 payloads', async () => {
    const draw = drawFrom(1);
    const sizes = { providers: 4, runs: 4, entries: 3, hits: 8 };
    const wrong: string[] = [];
    const estimates: Estimate[] = [];
    const reached = { entries: 0, ids: 0, fields: 0, providers: 0 };
    for (let number = 0; number < PAYLOADS; number += 1) {
      const small = (): number => 4 + draw.below(61);
      const bounds: PayloadBounds = {
        entries: small(),
        providers: small() % 8,
        ids: small(),
        values: small() * 20,
        members: small(),
      };
      const payload = JSON.parse(JSON.stringify(drawPayload(draw, sizes))) as Json;
      const document = await documentOf(payload, bounds);
      const compared = compareNumbers(document, payload);
      wrong.push(...compared.wrong.map((each) => `payload ${number}: ${each}`));
      estimates.push(...compared.estimates);
      const bound = new Set(document.limits.map((limit) => limit.bound));
      for (const name of ['entries', 'ids', 'fields', 'providers'] as const) if (bound.has(name)) reached[name] += 1;
    }
    expect(wrong).toEqual([]);
    // Every bound was crossed many times, and was not reached as often.
    for (const count of Object.values(reached))
      expect(count).toSatisfy((times: number) => times > 30 && times < PAYLOADS - 30);
    // Estimates are too large as often as too small.
    for (const name of [
      'duplicates ids',
      'duplicates inSeveralEntries',
      'duplicates inSeveralRuns',
      'duplicates inSeveralProviders',
    ]) {
      const { count, share } = meanError(estimates, name);
      expect(count).toBeGreaterThan(200);
      expect(share).toBeLessThan(0.15);
    }
  });

  it('has submissions of a corpus that are exact, or marked', async () => {
    const draw = drawFrom(2);
    const estimates: Estimate[] = [];
    for (let corpus = 0; corpus < 20; corpus += 1) {
      const submissions = 4 + draw.below(61);
      const collector = createBoundedCollector({ ...CORPUS_BOUNDS, submissions });
      const different = 1 + draw.below(120);
      const resent = draw.chance(0.3) ? 0 : draw.below(different);
      for (let number = 0; number < different + resent; number += 1) {
        const slug = `corpus ${corpus} slug ${number % different}`;
        const payload = { ...drawPayload(draw, { providers: 1, runs: 0, entries: 0, hits: 0 }) };
        const application = { ...(payload['application'] as Json), slug };
        collector.addDocument(await documentOf({ ...payload, application }, PAYLOAD_BOUNDS));
      }
      const { deliveries, distinct, repeated, exact } = collector.result().submissions;
      expect([deliveries, exact]).toEqual([different + resent, different <= submissions]);
      const isRight = exact || resent === 0;
      if (!isRight) estimates.push({ name: 'repeated', said: repeated, is: resent });
      expect(isRight ? [distinct, repeated] : []).toEqual(isRight ? [different, resent] : []);
    }
    const { count, share } = meanError(estimates, 'repeated');
    expect(count).toBeGreaterThan(5);
    expect(share).toBeLessThan(0.25);
  });
});
