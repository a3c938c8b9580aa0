import * as strict from '@idvkit/schema';
import { arbitraries, BREAKABLE_RULE_IDS, nearValid, type NearValid } from '@idvkit/schema/generators';
import { ruleEntry, type RuleId } from '@idvkit/schema/rules';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

type Kind = NearValid['kind'];

const schemas: Readonly<Record<Kind, z.ZodType>> = strict;
const ajv = new Ajv2020({ strict: true, strictTypes: false });
addFormats.default(ajv);
const validators = new Map(
  (Object.keys(schemas) as Kind[]) // `Object.keys` forgets the keys.
    .filter((kind) => kind in arbitraries)
    .map((kind) => [kind, ajv.compile(z.toJSONSchema(schemas[kind]))]),
);

/** Rules about how parts of a body agree, which zod checks and JSON Schema has no words for. */
const BEYOND_JSON_SCHEMA: ReadonlySet<RuleId> = new Set([
  'application.no.derived',
  'other-status.ekyc.follows-face-compare',
  'other-status.ekyc.pass-needs-checks',
  'answers.answer.updated-at',
  'answers.nid.check-digit',
  'answers.nid.national-id-only',
  'answers.home-address-country.present',
  'face-compare.status.follows-score',
  'face-compare.implies-both-passed',
  'liveness.attempts.numbered',
  'liveness.attempts.ordered',
  'identity-document.attempts.numbered',
  'identity-document.attempts.ordered',
  'image.url.path',
  'image.exp.15-minutes-after-event',
  'aml.run.input-is-editable-name',
  // The entries of a run stand under a key that is only known from outside of it.
  'aml.run.output-nested-provider',
  'aml.entry.shape',
  'aml.entry.output-shape',
  'aml.entry.result-flags',
  'aml.entry.hits-empty-when-not-found',
  'create.info.absolute',
  'info.data.application-id-differs',
]);

describe('z.toJSONSchema()', () => {
  it.each([...validators.keys()])('of %s accepts every valid value', (kind) => {
    fc.assert(
      fc.property<[unknown]>(arbitraries[kind](), (value) => {
        expect(validators.get(kind)?.(value)).toBe(true);
      }),
    );
  });

  it.each(BREAKABLE_RULE_IDS.filter((id) => ruleEntry(id).level === 'must'))('says %s, or is known not to', (id) => {
    const broken = fc.sample(nearValid(id), { numRuns: 40, seed: 1 });
    const passed = broken.some(({ kind, body }) => validators.get(kind)?.(body) !== false);

    expect(passed).toBe(BEYOND_JSON_SCHEMA.has(id));
  });
});
