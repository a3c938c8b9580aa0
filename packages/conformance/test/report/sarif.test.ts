import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import { sarifReport } from '../../src/lib/report/sarif/sarif-report.ts';
import { fixtureRun, keptRun, somebody } from './fixture-run.ts';
import { reportOf } from './plain-page.ts';

const text = z.strictObject({ text: z.string().min(1) });
const markdownToo = z.strictObject({ text: z.string().min(1), markdown: z.string().optional() });
const level = z.enum(['none', 'note', 'warning', 'error']);
const properties = z.record(z.string(), z.unknown());

/** The part of the schema of SARIF 2.1.0 that the report uses; a member that SARIF does not know is refused. */
const sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string(),
          version: z.string(),
          semanticVersion: z.string().regex(/^\d+\.\d+\.\d+/),
          informationUri: z.url(),
          rules: z.array(
            z.strictObject({
              id: z.string(),
              name: z.string().regex(/^[A-Za-z\d]+$/),
              shortDescription: text,
              fullDescription: text,
              help: markdownToo,
              helpUri: z.url(),
              defaultConfiguration: z.strictObject({ level }),
              properties,
            }),
          ),
        }),
      }),
      automationDetails: z.strictObject({ id: z.string() }),
      originalUriBaseIds: z.record(z.string(), z.strictObject({ uri: z.url().endsWith('/') })),
      invocations: z.array(
        z.strictObject({
          executionSuccessful: z.boolean(),
          exitCode: z.int(),
          exitCodeDescription: z.string(),
          startTimeUtc: z.iso.datetime(),
          endTimeUtc: z.iso.datetime(),
          toolExecutionNotifications: z.array(z.strictObject({ level, message: text })),
        }),
      ),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level,
          message: text,
          locations: z.tuple([
            z.strictObject({
              physicalLocation: z.strictObject({
                artifactLocation: z.strictObject({ uri: z.string(), uriBaseId: z.string() }),
                region: z.strictObject({ startLine: z.int().min(1) }),
              }),
              logicalLocations: z.array(
                z.strictObject({ name: z.string(), fullyQualifiedName: z.string(), kind: z.string() }),
              ),
            }),
          ]),
          partialFingerprints: z.record(z.string(), z.string()),
          occurrenceCount: z.int().min(1).optional(),
          suppressions: z
            .array(
              z.strictObject({ kind: z.enum(['inSource', 'external']), status: z.string(), justification: z.string() }),
            )
            .optional(),
          properties: properties.optional(),
        }),
      ),
      columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
      properties,
    }),
  ),
});

function sarifOf(run: ConformanceRun, options: Parameters<typeof reportOf>[1] = {}) {
  const [only] = sarif.parse(JSON.parse(sarifReport(reportOf(run, options), run))).runs;
  if (only === undefined) throw new Error('No run');
  return only;
}

describe('sarifReport()', () => {
  it('has a rule per rule, and a result per kind of finding', () => {
    const { tool, results } = sarifOf(fixtureRun());
    expect(tool.driver.rules).toHaveLength(10);
    expect(results.map(({ ruleId, ruleIndex, level }) => [ruleId, tool.driver.rules[ruleIndex]?.id, level])).toEqual(
      [
        ['application.no.derived', 'error'],
        ['answers.nid.check-digit', 'error'],
        ['liveness.attempt.message-empty', 'warning'],
        ['create.status.201', 'error'],
        ['auth.absent.403', 'error'],
      ].map(([id, level]) => [id, id, level]),
    );
    expect(results.map(({ occurrenceCount }) => occurrenceCount)).toEqual([1, 1, 1, 1, 2]);
    expect(results[4]?.message.text).toMatchInlineSnapshot(`
      "Answers 401 where 403 is due
      Expected: 403
      Actual: 401
      Seen in x2: GET /en/api/forms/kyc-camera/applied-forms/slug#ee4e/result/ without a token → 401 (3 ms) · 2026-01-05T03:00:00.040Z"
    `);
  });

  it('points to the line of the rule', () => {
    const lines = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8').split('\n');
    for (const { ruleId, locations } of sarifOf(fixtureRun()).results) {
      const [{ physicalLocation }] = locations;
      expect(physicalLocation.artifactLocation).toEqual({ uri: 'docs/rules.md', uriBaseId: 'IDVKIT' });
      expect(lines[physicalLocation.region.startLine - 1]).toContain(`**${ruleId}**`);
    }
  });

  it('knows a finding again in another run, and tells conditions apart', () => {
    const other = { ...somebody, slug: 'Zq81LmWx02Bc', id: 91_000_417, firstName: 'Amelia' };
    const prints = (run: ConformanceRun): readonly string[] =>
      sarifOf(run).results.flatMap(({ partialFingerprints }) => Object.values(partialFingerprints));
    expect(prints(fixtureRun(other))).toEqual(prints(fixtureRun()));
    expect(new Set(prints(fixtureRun())).size).toBe(5);

    const revoked = fixtureRun();
    const observations = revoked.observations.map((observation) =>
      observation.kind === 'exchange' && observation.id === 'x3'
        ? { ...observation, condition: { ...observation.condition, application: 'deleted' as const } }
        : observation,
    );
    expect(prints({ ...revoked, observations })).toHaveLength(6);
  });

  it('suppresses what a baseline excuses, and reports what passes though it is there', () => {
    const rules = (['create.status.201', 'application.id.integer'] as const).map((rule) => ({
      rule,
      reason: 'IDV-7',
      expires: '2026-12-31',
    }));
    const baseline = { format: 'idvkit.conformance-baseline', version: 1, rules } as const;
    const { results } = sarifOf(fixtureRun(), { baseline });
    const suppressed = results.filter(({ suppressions }) => suppressions !== undefined);
    expect(suppressed.map(({ ruleId }) => ruleId)).toEqual(['create.status.201']);
    expect(suppressed[0]?.suppressions?.[0]?.justification).toContain('IDV-7');
    expect(results.find(({ ruleId }) => ruleId === 'application.id.integer')?.level).toBe('error');
  });

  it('has no result where all is in order, and says why nothing could be judged', () => {
    expect(sarifOf(keptRun()).results).toEqual([]);
    const problem = { code: 'target-unreachable', message: 'Cannot reach it.', fix: 'Start it.' } as const;
    const [invocation] = sarifOf(fixtureRun(somebody, { outcomes: [], complete: false, problem })).invocations;
    expect(invocation).toMatchObject({
      executionSuccessful: false,
      exitCode: 2,
      toolExecutionNotifications: [{ level: 'error', message: { text: 'Cannot reach it. Start it.' } }],
    });
  });
});
