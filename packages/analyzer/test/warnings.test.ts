import type { SummaryWarning } from '@idvkit/schema/formats';
import { arbitraries, BREAKABLE_RULE_IDS, nearValid } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../tools/testing/sample.ts';
import { summarize } from '../src/index.ts';

/** Rules that are not about payloads: what endpoints answer beside results, and errors. */
const elsewhere = /^(?:create|info|submit|error|resend)\./;
/** A delivery without an event is a result, and a result with one is a delivery: no payload tells which it should be. */
const undecidable: readonly string[] = ['event.present', 'result.body.webhook-minus-event'];

async function warningsOf(body: unknown): Promise<readonly SummaryWarning[]> {
  const summary = await summarize([new TextEncoder().encode(JSON.stringify(body))]);
  return summary.documents[0]?.warnings ?? [];
}

async function codesOf(body: unknown): Promise<string[]> {
  return (await warningsOf(body)).map(({ code }) => code);
}

describe('warnings', () => {
  it('of a payload in order: none', async () => {
    const payload = fc.oneof(arbitraries.delivery(), arbitraries.resultResponse());
    await fc.assert(
      fc.asyncProperty(payload, async (body) => {
        // Hits of generated payloads may be the same.
        expect((await codesOf(body)).filter((code) => code !== 'aml.entry.ids-repeated')).toEqual([]);
      }),
    );
  });

  it.each(BREAKABLE_RULE_IDS.filter((id) => !elsewhere.test(id) && !undecidable.includes(id)))(
    'find a payload that breaks %s',
    async (id) => {
      await fc.assert(
        fc.asyncProperty(nearValid(id), async ({ body, also }) => {
          const codes = await codesOf(body);
          expect([id, ...also].some((code) => codes.includes(code))).toBe(true);
        }),
        { numRuns: runsOf(10) },
      );
    },
  );

  it('tell a payload that contradicts itself', async () => {
    const flags = { is_found: false, is_in_pep: false, total_hits: 5 };
    const entry = {
      output: { content: { data: { hits: [{ doc: { id: 'a' } }, { doc: { id: 'a' } }] } } },
      result: flags,
    };
    const run = { output: { p: [entry] }, result: { is_any_found: true, is_any_in_pep: true }, values_list: [] };
    const found = await warningsOf({ extra: { identity_aml: { p: [run] } } });
    const path = 'extra.identity_aml.p[0]';
    const own = found.filter(({ message }) => !/^lacks|of another kind/.test(message));
    expect(own.map(({ code, kind, path: at, message }) => [code, kind, at.replace(path, '…'), message]))
      .toMatchInlineSnapshot(`
        [
          [
            "aml.run.aggregate-any",
            "rule",
            "….result.is_any_found",
            "A flag of a screening run is not the OR of its entries' flags",
          ],
          [
            "aml.run.aggregate-any",
            "rule",
            "….result.is_any_in_pep",
            "A flag of a screening run is not the OR of its entries' flags",
          ],
          [
            "aml.run.values-list-lists-true",
            "rule",
            "….values_list",
            "\`values_list\` leaves out is_any_in_pep, which is true",
          ],
          [
            "aml.entry.hits-empty-when-not-found",
            "rule",
            "….output.p[0].output.content.data.hits",
            "must be empty where is_found is false, and holds 2",
          ],
          [
            "aml.entry.total-hits-differ",
            "cut",
            "….output.p[0]",
            "total_hits says 5, and 2 hits are there: the provider may have cut them off",
          ],
          [
            "aml.entry.ids-repeated",
            "note",
            "….output.p[0]",
            "1 hit has the id of a hit before",
          ],
        ]
      `);
  });
});
