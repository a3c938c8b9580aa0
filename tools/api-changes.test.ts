import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, it } from 'vitest';

import { levelOf, type Change } from './api/change.ts';
import { compareContracts } from './api/compare-contracts.ts';
import { compareSchemas, type Audience, type Schema } from './api/compare-schemas.ts';
import { compareSurfaces } from './api/compare-surfaces.ts';
import { exportedDeclarations } from './api/exported-declarations.ts';
import { announcedLevels, missingChangesets } from './api/missing-changesets.ts';
import { readContract, remembered, type Surface } from './api/surface.ts';
import { contractChanges, contractChangesPage } from './reference/contract-changes.ts';

const object = (properties: object, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };

/** Changes of a schema, and what each breaks: those held to it, those that read, those that send. */
const changes: readonly (readonly [name: string, before: Schema, after: Schema, verdicts: string])[] = [
  ['an enum value removed', { enum: ['a', 'b'] }, { enum: ['a'] }, 'breaking breaking breaking'],
  ['an enum value added', { enum: ['a'] }, { enum: ['a', 'b'] }, 'breaking additive additive'],
  ['a key required', object({ a: text }), object({ a: text }, ['a']), 'breaking breaking breaking'],
  ['a required key added', object({}), object({ a: text }, ['a']), 'breaking breaking breaking'],
  ['an optional key added', object({}), object({ a: text }), 'additive additive additive'],
  ['a key made optional', object({ a: text }, ['a']), object({ a: text }), 'breaking breaking additive'],
  ['a key removed', object({ a: text }), object({}), 'breaking breaking breaking'],
  ['a type narrowed', { type: ['string', 'number'] }, text, 'breaking breaking breaking'],
  ['a type narrowed to integers', { type: 'number' }, { type: 'integer' }, 'breaking breaking breaking'],
  ['a type widened', text, { type: ['string', 'number'] }, 'breaking breaking additive'],
  ['a value fixed', text, { type: 'string', const: 'a' }, 'breaking breaking breaking'],
  ['a limit tightened', { maximum: 100 }, { maximum: 70 }, 'breaking breaking breaking'],
  ['a limit loosened', { minimum: 1 }, { minimum: 0 }, 'additive additive additive'],
  ['a pattern added', text, { type: 'string', pattern: '^a' }, 'breaking breaking breaking'],
  ['a pattern removed', { type: 'string', pattern: '^a' }, text, 'additive additive additive'],
  ['other keys refused', {}, { additionalProperties: false }, 'breaking breaking breaking'],
  ['other keys allowed', { additionalProperties: false }, {}, 'additive additive additive'],
  ['an alternative removed', { anyOf: [text, { type: 'null' }] }, { anyOf: [text] }, 'breaking breaking breaking'],
  ['an alternative added', { anyOf: [text] }, { anyOf: [text, { type: 'null' }] }, 'breaking additive additive'],
  ['another reference', { $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }, 'breaking breaking breaking'],
  [
    'a change within',
    object({ a: { items: { enum: ['a', 'b'] } } }),
    object({ a: { items: { enum: ['b'] } } }),
    'breaking breaking breaking',
  ],
];

describe('compareSchemas()', () => {
  it.each(changes)('%s', (_, before, after, verdicts) => {
    const audiences: readonly Audience[] = ['strict', 'tolerant', 'sent'];
    const found = audiences.map(
      (audience) => new Set(compareSchemas(before, after, audience).map(({ verdict }) => verdict)),
    );

    expect(found.map((set) => (set.has('breaking') ? 'breaking' : [...set].join())).join(' ')).toBe(verdicts);
  });

  it('finds nothing in other words', () => {
    expect(
      compareSchemas({ type: 'string', description: 'a' }, { description: 'b', type: 'string' }, 'strict'),
    ).toEqual([]);
  });

  it('says where', () => {
    const [change] = compareSchemas(
      object({ a: { items: { enum: [1, 2] } } }),
      object({ a: { items: { enum: [1] } } }),
      'sent',
    );

    expect(change).toEqual({ verdict: 'breaking', path: '.a[items]', what: 'takes 2 no more' });
  });
});

const released: Surface = {
  version: '1.3.0',
  entries: {
    '@idvkit/mock': {
      Mock: 'export interface Mock { readonly url: string; }',
      allFaults: 'export declare const allFaults: 1;',
    },
  },
  schemas: { strict: { Event: text }, tolerant: { CreateRequest: { enum: ['a'] } } },
  operations: ['POST /create/ 201'],
  rules: { 'auth.absent.403': 'must, service', 'delivery.timeout': 'should, service' },
};

describe('compareSurfaces()', () => {
  const cases: readonly (readonly [name: string, after: Partial<Surface>, expected: string])[] = [
    ['an entry removed', { entries: {} }, '@idvkit/mock breaking'],
    [
      'an entry of a package without a scope',
      { entries: { ...released.entries, 'idvkit/package.json': {} } },
      'idvkit additive',
    ],
    [
      'an export removed',
      { entries: { '@idvkit/mock': { Mock: released.entries['@idvkit/mock']?.['Mock'] ?? '' } } },
      '@idvkit/mock breaking',
    ],
    [
      'an export added',
      { entries: { '@idvkit/mock': { ...released.entries['@idvkit/mock'], more: 'export type more = 1;' } } },
      '@idvkit/mock additive',
    ],
    [
      'an optional member added',
      mockDeclared('export interface Mock { readonly url: string; readonly port?: number; }'),
      '@idvkit/mock additive',
    ],
    [
      'a member required',
      mockDeclared('export interface Mock { readonly url: string; readonly port: number; }'),
      '@idvkit/mock breaking',
    ],
    ['a member of another type', mockDeclared('export interface Mock { readonly url: URL; }'), '@idvkit/mock breaking'],
    ['a rule removed', { rules: { 'auth.absent.403': 'must, service' } }, '@idvkit/schema breaking'],
    ['a rule added', { rules: { ...released.rules, 'event.new': 'must, service' } }, '@idvkit/schema additive'],
    [
      'a should made a must',
      { rules: { ...released.rules, 'delivery.timeout': 'must, service' } },
      '@idvkit/schema breaking',
    ],
    [
      'a must made a should',
      { rules: { ...released.rules, 'auth.absent.403': 'should, service' } },
      '@idvkit/schema additive',
    ],
    ['a status removed', { operations: [] }, '@idvkit/schema breaking'],
    ['a status added', { operations: [...released.operations, 'POST /create/ 202'] }, '@idvkit/schema additive'],
    ['a schema removed', { schemas: { ...released.schemas, strict: {} } }, '@idvkit/schema breaking'],
    [
      'what clients may send',
      { schemas: { ...released.schemas, tolerant: { CreateRequest: { enum: ['a', 'b'] } } } },
      '@idvkit/schema additive',
    ],
  ];

  it.each(cases)('%s', (_, after, expected) => {
    const found = compareSurfaces(released, { ...released, ...after });

    expect(found.map((change) => `${change.package} ${change.verdict}`)).toEqual([expected]);
  });

  function mockDeclared(Mock: string): Partial<Surface> {
    return { entries: { '@idvkit/mock': { ...released.entries['@idvkit/mock'], Mock } } };
  }
});

describe('the changelog of the contract', async () => {
  const current = await readContract(fileURLToPath(new URL('../', import.meta.url)));
  const known = contractChanges([], current, current);

  it('begins with the first version, which it compares with nothing', () => {
    expect(known).toEqual([
      {
        version: '1.3.0',
        since: null,
        counts: { calls: 5, deliveries: 3, schemas: expect.any(Number), rules: Object.keys(current.rules).length },
        changes: [],
      },
    ]);
    expect(compareContracts(current, current)).toEqual([]);
  });

  it('keeps older entries, and compares a new version with the released one', () => {
    // What a version 1.4.0 might bring, as edits of the text of this one.
    const { schemas, operations, rules } = JSON.parse(
      JSON.stringify(current)
        .replace('"enum":["update_status","drop_off"]', '"enum":["update_status","drop_off","left"]')
        .replaceAll('"required":["form_url","info","detail"]', '"required":["info","detail"]')
        .replace('"score":{', '"score_of_model":{"type":"number"},"score":{')
        .replace('"event.type.string":"must, service"', '"event.type.string":"should, service"')
        .replace('answered with 461', 'answered with 402'),
    ) as typeof current;
    const next = { version: '1.4.0', schemas, operations, rules: { ...rules, 'event.id.unique': 'must, service' } };
    const changes = contractChanges(known, current, next);

    expect(changes.map(({ version, since }) => [version, since])).toEqual([
      ['1.4.0', '1.3.0'],
      ['1.3.0', null],
    ]);
    expect(contractChangesPage(changes).replaceAll(/\d+ (schemas|rules)\]/g, 'N $1]')).toMatchInlineSnapshot(`
      "# Changes of the contract

      What changed between versions of the interface description, found by comparing their calls, schemas and rules. A breaking change makes code that
      worked fail: a key that is required, a value that is no longer sent. \`@idvkit/schema/contract-changes.json\` has the same as data.

      <!-- Generated: \`pnpm run docs\`. -->

      ## 1.4.0

      8 changes since 1.3.0, 4 of them breaking. It has 5 calls, 3 deliveries, [N schemas](schemas.md) and [N rules](rules.md).

      ### Calls and deliveries

      - breaking: \`POST /{lang}/api/forms/{form_slug}/create/ answered with 461\` is gone
      - additive: \`POST /{lang}/api/forms/{form_slug}/create/ answered with 402\` is new

      ### What clients send and read

      - breaking: \`CreateResponse.form_url\` may be missing now

      ### What the service must send

      - breaking: \`CreateResponse.form_url\` may be missing now
      - additive: \`FaceCompare.score_of_model\` is new
      - breaking: \`LifecycleEvent.type\` takes "left" now

      ### Rules

      - additive: \`event.type.string\` is should, service now, not must, service
      - additive: \`event.id.unique\` is new

      ## 1.3.0

      The first version that idvkit describes. It has 5 calls, 3 deliveries, [N schemas](schemas.md) and [N rules](rules.md).
      "
    `);
    // The next run, before and after the release, says the same.
    expect(contractChanges(changes, current, next)).toEqual(changes);
    expect(contractChanges(changes, next, next)).toEqual(changes);
  });
});

describe('the right changeset', () => {
  const versions = new Map([
    ['@idvkit/mock', '0.4.0'],
    ['@idvkit/schema', '1.2.0'],
  ]);
  const change = (name: string, verdict: Change['verdict']): Change => ({ package: name, verdict, message: '' });
  const announced = (text: string) =>
    announcedLevels([`---\n${text}\n---\n\nA sentence with '@idvkit/mock': major in it.\n`]);

  it('is a minor one before 1.0 where something breaks, and a major one later', () => {
    expect(levelOf('breaking', '0.4.0')).toBe('minor');
    expect(levelOf('additive', '0.4.0')).toBe('patch');
    expect(levelOf('breaking', '1.0.0')).toBe('major');
    expect(levelOf('additive', '1.0.0')).toBe('minor');
  });

  it('is asked for where there is none, or one of a lower level', () => {
    const found = [
      change('@idvkit/mock', 'additive'),
      change('@idvkit/mock', 'breaking'),
      change('@idvkit/schema', 'breaking'),
      change('idvkit', 'additive'),
    ];

    expect(missingChangesets(found, versions, announced("'@idvkit/mock': patch"))).toEqual([
      { package: '@idvkit/mock', wanted: 'minor', announced: 'patch' },
      { package: '@idvkit/schema', wanted: 'major', announced: undefined },
      { package: 'idvkit', wanted: 'patch', announced: undefined },
    ]);
    expect(
      missingChangesets(found, versions, announced('\'@idvkit/mock\': minor\n"@idvkit/schema": major\nidvkit: patch')),
    ).toEqual([]);
  });
});

describe('exportedDeclarations()', () => {
  const folder = mkdtempSync(join(tmpdir(), 'idvkit-declarations-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads through re-exports, without comments', () => {
    const write = (name: string, code: string): void => writeFileSync(join(folder, name), code);
    write(
      'index.d.ts',
      "export { a as b, type C } from './lib.ts';\nexport * from './more.ts';\nexport type { Z } from 'zod';\n",
    );
    write(
      'lib.d.ts',
      '/** One; {two}. */\nexport declare const a: "x;y";\nexport interface C {\n    /** d. */\n    d: 1;\n}\nexport type Hidden = 2;\n',
    );
    write(
      'more.d.ts',
      'export declare function f(a: 1): 1;\nexport declare function f(a: 2): 2;\ndeclare const own = 1;\nexport {};\n',
    );

    expect(exportedDeclarations(join(folder, 'index.d.ts'))).toEqual({
      b: 'export declare const a: "x;y";',
      C: 'export interface C { d: 1; }',
      f: 'export declare function f(a: 1): 1; export declare function f(a: 2): 2;',
      Z: "export { Z } from 'zod'",
    });
  });
});

describe('remembered()', () => {
  it('keeps interfaces and what is short, and tells the others apart', () => {
    const long = (kind: string, member: string): string => `export ${kind} { ${'a: 1; '.repeat(50)}${member} }`;
    const kept = { A: long('interface A', 'b: 1'), B: 'export declare const b: 1;' };
    expect(remembered(kept)).toEqual(kept);

    const [one, other] = ['b: 1', 'b: 2'].map((member) => remembered({ C: long('declare const c:', member) })['C']);
    expect(one).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(other).not.toBe(one);
  });
});
