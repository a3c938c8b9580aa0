import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { createMock } from '@idvkit/mock';
import { fixtures } from '@idvkit/schema/fixtures';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import {
  asyncApiDiagnostics,
  quicktypeTypes,
  SwaggerParser,
  typesOfFile,
  writeOrvalClient,
} from '../clients/document-tools.ts';

const schemas = fileURLToPath(new URL('../../packages/schema/', import.meta.url));
const typescript = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const openapi = `${schemas}openapi/openapi.json`;

describe('swagger-parser', () => {
  it('accepts the document', async () => {
    const document = await SwaggerParser.validate(openapi);

    expect(Object.keys(document.paths ?? {})).toHaveLength(5);
  });

  it('refuses a document without a title', async () => {
    const document = await SwaggerParser.parse(openapi);

    await expect(SwaggerParser.validate({ ...document, info: {} } as typeof document)).rejects.toThrow(/title/);
  });
});

describe('@asyncapi/parser', () => {
  it('reports nothing', async () => {
    expect(await asyncApiDiagnostics(`${schemas}asyncapi/asyncapi.json`)).toEqual([]);
  });

  it('reports a document of another kind', async () => {
    expect(await asyncApiDiagnostics(openapi)).not.toEqual([]);
  });
});

describe('orval', () => {
  const written = (client: string): string =>
    fileURLToPath(new URL(`../clients/generated-orval/${client}.ts`, import.meta.url));

  it('writes zod schemas that accept the fixtures, with `offset`', async () => {
    const path = written('zod');
    await writeOrvalClient('zod', openapi, path);
    const { CreateResponse, ResultResponse } = (await import(path)) as Record<
      'CreateResponse' | 'ResultResponse',
      { safeParse: (value: unknown) => { success: boolean; error?: unknown } }
    >; // Names of the document's operations.

    expect(CreateResponse.safeParse(fixtures.createResponse()).error).toBeUndefined();
    for (const outcome of ['pass', 'fail', 'need_review'] as const) {
      expect(ResultResponse.safeParse(fixtures.resultResponse({ outcome })).error).toBeUndefined();
    }
    expect(ResultResponse.safeParse({ ...fixtures.resultResponse(), answers: [] }).success).toBe(false);
  });

  it('writes a fetch client that gets along with the mock', async () => {
    const path = written('fetch');
    await writeOrvalClient('fetch', openapi, path);
    const mock = createMock();
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => mock.fetch(new Request(url, init)));
    const { create } = (await import(path)) as {
      create: (
        lang: string,
        form: string,
        answers: object,
        init: RequestInit,
      ) => Promise<{ status: number; data: unknown }>;
    };

    try {
      const headers = { authorization: 'Bearer idv_test_token' };
      const { status, data } = await create('en', 'kyc-plain', { answers: { customer_ref: 'A-17' } }, { headers });
      expect([status, data]).toEqual([201, expect.objectContaining({ detail: expect.any(Object) })]);
    } finally {
      vi.unstubAllGlobals();
      await mock.close();
    }
  });
});

describe('types of a delivery', () => {
  const folder = fileURLToPath(new URL('../clients/generated-types/', import.meta.url));
  /** Name of the body's type, by file. */
  const written = new Map<string, string>();
  const write = (file: string, body: string, types: string): void => {
    writeFileSync(`${folder}${file}.ts`, types);
    written.set(file, body);
  };

  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  });

  describe.each(['strict', 'consumer'])('by the %s schemas', (strength) => {
    const file = `${schemas}json-schema/${strength}/submit-form-delivery.json`;

    it('come from one file, with json-schema-to-typescript', async () => {
      const types = await typesOfFile(file);

      expect(types).toMatch(/^export interface AmlEntry /m);
      write(`${strength}-json2ts`, 'SubmitFormDelivery', types);
    });

    it('come from one file, with quicktype, which asks for its `$id` first', async () => {
      const { types, addresses } = await quicktypeTypes(file);

      expect(addresses).toEqual([`https://idvkit.dev/schema/1.3.0/${strength}/bundle.json`]);
      write(`${strength}-quicktype`, 'Body', types);
    });

    it('come from the bundle, with quicktype, without the network', async () => {
      const { types, addresses } = await quicktypeTypes(`${schemas}json-schema/${strength}/bundle.json#/$defs/`);

      expect(types).toMatch(/^export interface AmlEntry /m);
      expect(addresses).toEqual([]);
      write(`${strength}-quicktype-bundle`, 'Delivery', types);
    });
  });

  it('compile, accept the fixture, and refuse a body with an odd part', () => {
    const body = fixtures.submitForm();
    const uses = [...written].flatMap(([file, type], index) => [
      `import type { ${type} as Body${index} } from './${file}.ts';`,
      `export const accepted${index}: Body${index} = ${JSON.stringify(body)};`,
      '// @ts-expect-error: an application is an object.',
      `export const refused${index}: Body${index} = ${JSON.stringify({ ...body, application: 3 })};`,
    ]);
    writeFileSync(`${folder}uses.ts`, uses.join('\n'));
    const options = ['--strict', '--noEmit', '--target', 'es2023', '--module', 'preserve', '--types', ''];
    const { stdout } = spawnSync(
      process.execPath,
      [typescript, ...options, '--allowImportingTsExtensions', '--ignoreConfig', `${folder}uses.ts`],
      { encoding: 'utf8' },
    );

    expect(written.size).toBe(6);
    // quicktype's index signatures leave out `undefined`: https://github.com/glideapps/quicktype/issues/3123
    const errors = stdout
      .split('\n')
      .filter((line) => !/-quicktype[-\w]*\.ts\(\d+,5\): error TS2411: .* index type 'Answer'\.$/.test(line));
    expect(errors).toEqual(['']);
  });
});
