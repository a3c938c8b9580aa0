import type { SubmitFormDelivery } from '@idvkit/schema';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../tools/testing/sample.ts';
import { createCollector, summarize } from '../src/index.ts';

const personalAnswer = /^(?:nid|document_number|full_name_.*_name|date_of_birth|home_address_(?!country))/;

/** Texts of a delivery that name its applicant, or are secret; those that are too short to be found by chance alone. */
function personalTexts({ event, application, answers, extra }: SubmitFormDelivery): string[] {
  const answered = Object.entries(answers).flatMap(([key, answer]) =>
    personalAnswer.test(key) ? [String(answer?.value)] : [],
  );
  const urls = [extra.ekyc?.liveness?.url, extra.ekyc?.identity_document?.url].flatMap((url) => url ?? []);
  return [event.nounce, application.slug, ...answered, ...urls].filter((text) => text.length > 5);
}

describe('a summary', () => {
  it('holds nothing that names a person, and no secret', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraries.submitFormDelivery({ aml: 'found' }), async (delivery) => {
        const text = JSON.stringify(delivery);
        const spoilt = [text, text.replace('"status":"complete"', '"status":7'), text.slice(0, -30)];
        const collector = createCollector();
        const summaries = await Promise.all(spoilt.map((json) => summarize([new TextEncoder().encode(json)])));
        for (const summary of summaries) collector.add(summary);
        const written = JSON.stringify([summaries, collector.result()]);
        const personalOnes = personalTexts(delivery);
        expect(personalOnes.length).toBeGreaterThan(1);
        const found = personalOnes.filter((personal) => written.includes(JSON.stringify(personal).slice(1, -1)));
        expect(found).toEqual([]);
      }),
      { numRuns: runsOf(50) },
    );
  });

  it('shows labels of hits only where it is told to', async () => {
    const hits = '[{"doc":{"name":"Erika Mustermann"}}]';
    const json = `{"extra":{"identity_aml":{"p":[{"output":{"p":[{"output":{"content":{"data":{"hits":${hits}}}}}]}}]}}}`;
    const bytes = new TextEncoder().encode(json);
    const [masked, revealed] = await Promise.all([summarize([bytes]), summarize([bytes], { reveal: true })]);
    expect(JSON.stringify(masked)).not.toContain('Mustermann');
    expect(JSON.stringify(revealed)).toContain('"label":"Erika Mustermann"');
  });
});
