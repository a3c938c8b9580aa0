import type { HitShape } from '@idvkit/schema/formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../tools/testing/sample.ts';
import { compareShapes, hitJsonSchema, readHitShape, summarize } from '../src/index.ts';
import { hitLists } from './payloads.ts';

async function shapeOf(hits: string): Promise<HitShape> {
  const json = `{"extra":{"identity_aml":{"p":[{"output":{"p":[{"output":{"content":{"data":{"hits":${hits}}}}}]}}]}}}`;
  const summary = await summarize([new TextEncoder().encode(json)]);
  const shape = summary.documents[0]?.providers[0]?.shape;
  if (shape === undefined) throw new Error('There is no shape');
  return shape;
}

const title = 'Hits of p';

describe('maps', () => {
  const hits = (from: number): string =>
    JSON.stringify(
      Array.from({ length: 60 }, (_, index) => ({
        id: index,
        notes: Object.fromEntries([0, 1, 2].map((each) => [`list-${from + index * each}`, { name: 'x', year: each }])),
      })),
    );

  it('are alike whatever their keys', async () => {
    const [before, after] = [await shapeOf(hits(0)), await shapeOf(hits(1_000))];
    expect(compareShapes(before, after)).toEqual([]);
    const learned = hitJsonSchema(before, { title });
    expect(Object.keys(learned.properties?.['notes'] ?? {})).toEqual(['type', 'additionalProperties', 'x-seen']);
    expect(compareShapes(readHitShape(JSON.parse(JSON.stringify(learned))), after)).toEqual([]);
    expect(compareShapes(before, await shapeOf(hits(0).replaceAll('"x"', '123')))).toMatchObject([
      { path: 'notes.{*}.name', kind: 'types', before: 'string', after: 'integer' },
    ]);
  });

  it('are not what every hit has, nor values of many types', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => [`k${index}`, index]);
    const always = await shapeOf(JSON.stringify(Array.from({ length: 3 }, () => Object.fromEntries(keys))));
    expect(Object.keys(hitJsonSchema(always, { title }).properties ?? {})).toHaveLength(40);
    const mixed = await shapeOf(
      JSON.stringify(keys.map(([key, value]) => ({ [key as string]: Number(value) % 2 ? 'x' : 1 }))),
    );
    expect(Object.keys(hitJsonSchema(mixed, { title }).properties ?? {})).toHaveLength(40);
  });
});

describe('hitJsonSchema()', () => {
  it('accepts every hit that it was learned from', async () => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true });
    await fc.assert(
      fc.asyncProperty(hitLists, async (hits) => {
        const json = JSON.stringify(hits);
        // Ajv cannot compile a schema with half a surrogate pair in a key.
        fc.pre(!/\\ud[89a-f]/i.test(json));
        const validate = ajv.compile(hitJsonSchema(await shapeOf(json), { title }));
        for (const hit of JSON.parse(json) as unknown[]) expect([validate(hit), validate.errors]).toEqual([true, null]);
      }),
      { numRuns: runsOf(50) },
    );
  });

  it('can be read as the shape that it was written from', async () => {
    await fc.assert(
      fc.asyncProperty(hitLists, async (hits) => {
        const shape = await shapeOf(JSON.stringify(hits));
        // Paths that could not be told apart are not in a schema.
        const paths = shape.paths.filter(({ steps }) => steps !== undefined);
        const read = readHitShape(JSON.parse(JSON.stringify(hitJsonSchema(shape, { title }))));
        expect({ ...read, paths: new Set(read.paths) }).toEqual({ ...shape, paths: new Set(paths) });
        expect(compareShapes(read, shape)).toEqual([]);
      }),
    );
  });

  it('says what is always there, and what is not', async () => {
    const shape = await shapeOf(
      '[{"id":"a","doc":{"aka":[]}},{"id":2,"doc":{"aka":[{"name":"x"}]},"extra":1.5},{"id":"c"}]',
    );
    const schema = hitJsonSchema(shape, { title });
    const plain = JSON.parse(
      JSON.stringify(schema, (key, value: unknown) => (key === 'x-seen' ? undefined : value)),
    ) as unknown;
    expect(plain).toMatchInlineSnapshot(`
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {
          "doc": {
            "properties": {
              "aka": {
                "items": {
                  "properties": {
                    "name": {
                      "type": "string",
                    },
                  },
                  "required": [
                    "name",
                  ],
                  "type": "object",
                },
                "type": "array",
              },
            },
            "required": [
              "aka",
            ],
            "type": "object",
          },
          "extra": {
            "type": "number",
          },
          "id": {
            "type": [
              "string",
              "integer",
            ],
          },
        },
        "required": [
          "id",
        ],
        "title": "Hits of p",
        "type": "object",
        "x-exact": true,
        "x-format": "idvkit.hit-shape",
        "x-hits": 3,
        "x-version": 1,
      }
    `);
    expect(schema['x-seen']).toMatchInlineSnapshot(`
      {
        "arrays": 0,
        "booleans": 0,
        "bytes": 86,
        "duplicateKeys": 0,
        "elements": 0,
        "emptyArrays": 0,
        "emptyStrings": 0,
        "integers": 0,
        "maxBytes": 49,
        "maxElements": 0,
        "nulls": 0,
        "numbers": 0,
        "objects": 3,
        "strings": 0,
      }
    `);
  });

  it('needs a member only where every object has it, also if one has it twice', async () => {
    expect(hitJsonSchema(await shapeOf('[{"a":1,"a":2},{}]'), { title }).required).toBeUndefined();
  });
});

describe('readHitShape()', () => {
  it.each([
    [null, 'has "x-format"'],
    [{ 'x-format': 'idvkit.hit-shape', 'x-version': 2 }, 'Only version 1'],
    [{ 'x-format': 'idvkit.hit-shape', 'x-version': 1 }, '"x-hits"'],
    [{ 'x-format': 'idvkit.hit-shape', 'x-version': 1, 'x-hits': 1, 'x-exact': true }, 'has "x-seen" at every path'],
  ])('refuses %j', (schema, message) => {
    expect(() => readHitShape(schema)).toThrow(message);
  });
});

describe('compareShapes()', () => {
  it('tells what a provider changed', async () => {
    const before = Array.from({ length: 40 }, (_, index) => ({
      id: index,
      doc: { name: 'x', aka: ['a'] },
      old: { a: 1 },
    }));
    const after = Array.from({ length: 40 }, (_, index) => ({
      id: String(index),
      doc: { name: 'x'.repeat(50), aka: ['a', 'b', 'c'], ...(index > 2 && { since: '2020' }) },
    }));
    const changes = compareShapes(await shapeOf(JSON.stringify(before)), await shapeOf(JSON.stringify(after)));
    expect(changes.map(({ path, kind, before: was, after: is }) => `${path} ${kind}: ${was} → ${is}`))
      .toMatchInlineSnapshot(`
      [
        " bytes: 54 B → 113 B",
        "doc bytes: 24 B → 95 B",
        "doc.aka bytes: 5 B → 13 B",
        "doc.aka elements: 1.0 → 3.0",
        "doc.name bytes: 3 B → 52 B",
        "doc.since added:  → string, in 93 %",
        "id types: integer → string",
        "id bytes: 2 B → 4 B",
        "old removed: object, in 100 % → ",
      ]
    `);
  });

  it('does not take chance for a change', async () => {
    const [one, other] = await Promise.all([shapeOf('[{"a":"x"},{}]'), shapeOf('[{"a":"xxxxxxxxxx"},{"a":""}]')]);
    expect(compareShapes(one, other)).toEqual([]);
  });
});
