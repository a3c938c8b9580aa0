import { createRequire } from 'node:module';

import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bodiesOf, CONTRACT, pathOf, STRENGTHS } from '../scripts/contract-schemas.ts';
import { onlyBeyondJsonSchema } from './beyond-json-schema.ts';
import { mutationsOf } from './mutations.ts';
import { emptyAjv, PUBLISHED, publishedSchema, validatorOf } from './published-schemas.ts';

/** Names of the schemas that values can be generated for. */
const generated = Object.keys(arbitraries) as (keyof typeof arbitraries)[]; // `Object.keys` forgets the keys.
const nameOf = (key: string): string => `${key.charAt(0).toUpperCase()}${key.slice(1)}`;

describe.each(STRENGTHS)('JSON Schemas, %s', (strength) => {
  const names = [...CONTRACT[strength].keys()];

  it('have an address that leads to their file, through `exports` as well', () => {
    const { resolve } = createRequire(import.meta.url);

    for (const name of [...bodiesOf(strength), 'Bundle']) {
      const path = pathOf(strength, name);
      expect(publishedSchema(path)['$id']).toBe(`https://idvkit.dev/schema/1.3.0/${path}`);
      expect(resolve(`@idvkit/schema/json-schema/${path}`).replaceAll('\\', '/')).toMatch(path);
    }
  });

  it('stand in the bundle, where they compile in the strict mode of ajv', () => {
    const bundle = publishedSchema(pathOf(strength, 'Bundle'));
    expect(Object.keys(Object(bundle['$defs'])).sort()).toEqual([...names].sort());

    for (const name of names) expect(validatorOf(strength, name)).toBeTypeOf('function');
  });

  it('refer to no address of the network', () => {
    const files = PUBLISHED.filter((path) => path.includes('/')).map((path) => JSON.stringify(publishedSchema(path)));
    const refs = files.flatMap((text) => Array.from(text.matchAll(/"\$ref":"([^"]*)"/g), ([, ref = '']) => ref));

    expect(refs.filter((ref) => !/^(?:bundle\.json)?#\//.test(ref))).toEqual([]);
  });
});

describe.each(STRENGTHS)('files of bodies, %s', (strength) => {
  it.each(bodiesOf(strength))('%s says what the bundle next to it says', (name) => {
    const ajv = emptyAjv().addSchema(publishedSchema(pathOf(strength, 'Bundle')));
    const validate = ajv.compile(publishedSchema(pathOf(strength, name)));
    const key = generated.find((each) => nameOf(each) === name);
    const values =
      key === undefined ? [{}, null] : fc.sample(mutationsOf(arbitraries[key]()), { numRuns: 20, seed: 1 });

    expect(values.map((value) => validate(value))).toEqual(values.map((value) => validatorOf(strength, name)(value)));
  });
});

describe('strict JSON Schemas and zod', () => {
  it.each(generated)('both accept every valid %s', (key) => {
    const validate = validatorOf('strict', nameOf(key));

    fc.assert(
      fc.property<[unknown]>(arbitraries[key](), (value) => {
        expect(validate(value)).toBe(true);
      }),
    );
  });

  it.each(generated)('agree on a spoilt %s, but for what JSON Schema cannot say', (key) => {
    const validate = validatorOf('strict', nameOf(key));
    const schema = CONTRACT.strict.get(nameOf(key));

    fc.assert(
      fc.property(mutationsOf(arbitraries[key]()), (value) => {
        const { success, error } = schema?.safeParse(value) ?? {};
        expect(validate(value)).toBe(success === true || onlyBeyondJsonSchema(error?.issues ?? []));
      }),
    );
  });
});

describe('consumer JSON Schemas and zod', () => {
  const named = generated.filter((key) => CONTRACT.consumer.has(nameOf(key)));

  it.each(named)('agree on any %s, without exception', (key) => {
    const validate = validatorOf('consumer', nameOf(key));
    const schema = CONTRACT.consumer.get(nameOf(key));

    fc.assert(
      fc.property(fc.oneof(arbitraries[key](), mutationsOf(arbitraries[key]())), (value) => {
        expect(validate(value)).toBe(schema?.safeParse(value).success);
      }),
    );
  });
});

describe('json-schema/', () => {
  it('has no file in its folders of another name than the contract gives', () => {
    const expected = STRENGTHS.flatMap((strength) =>
      [...bodiesOf(strength), 'Bundle'].map((name) => pathOf(strength, name)),
    );

    // Beside the folders are the formats of the tools.
    expect(PUBLISHED.filter((path) => path.includes('/'))).toEqual(expected.toSorted());
  });
});
