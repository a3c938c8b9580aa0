import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { ENDPOINTS } from '@idvkit/schema';
import { arbitraries, BREAKABLE_RULE_IDS, nearValid } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { runsOf } from '../../../tools/testing/sample.ts';
import { EXAMPLES } from '../scripts/api-examples.ts';
import { asyncApi } from '../scripts/asyncapi.ts';
import { CONTRACT, definitionsOf } from '../scripts/contract-schemas.ts';
import { openApi } from '../scripts/openapi.ts';
import { mutationsOf } from './mutations.ts';
import { emptyAjv, validatorOf } from './published-schemas.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const openApiFile = join(root, 'openapi/openapi.json');
const asyncApiFile = join(root, 'asyncapi/asyncapi.json');
const { resolve } = createRequire(import.meta.url);
const run = promisify(execFile);

type Json = Record<string, unknown>;
const read = (path: string): Json => JSON.parse(readFileSync(path, 'utf8')) as Json; // Our documents are objects.
const at = (value: unknown, ...path: string[]): Json =>
  path.reduce((member, key) => Object(member)[key], value) as Json; // Paths of the documents below.

const folder = mkdtempSync(join(tmpdir(), 'idvkit-documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What Spectral finds in documents: codes by document. */
async function spectral(ruleset: string, ...documents: string[]): Promise<{ code: string; source: string }[]> {
  const bin = join(dirname(resolve('@stoplight/spectral-cli/package.json')), 'dist/index.js');
  const output = join(folder, 'spectral.json');
  const args = ['lint', ...documents, '--ruleset', join(root, 'spectral', ruleset), '-f', 'json', '-o', output];
  await run(process.execPath, [bin, ...args, '--quiet']).catch(() => undefined); // Findings are its exit code as well.
  const findings = JSON.parse(readFileSync(output, 'utf8')) as { code: string; source: string }[]; // Spectral's own format.
  rmSync(output);
  return findings;
}

describe('openapi/openapi.json and asyncapi/asyncapi.json', () => {
  it('hold what the schemas say: run `pnpm --filter @idvkit/schema run api-documents` after a change', () => {
    const fresh: unknown = JSON.parse(JSON.stringify([openApi(), asyncApi()]));

    expect([openApiFile, asyncApiFile].map(read)).toEqual(fresh);
  });

  it('can be imported', () => {
    const names = ['openapi', 'asyncapi'];

    expect(names.map((name) => resolve(`@idvkit/schema/${name}.json`))).toEqual([openApiFile, asyncApiFile]);
  });

  // `lint-api-documents`, next to the tests, finds nothing in the documents themselves.
  it('give Spectral something to find without a contact', async () => {
    const findings = [];
    for (const [file, ruleset] of [
      [openApiFile, 'open-document.yaml'],
      [asyncApiFile, 'documents.yaml'],
    ] as const) {
      const document = read(file);
      delete at(document, 'info')['contact'];
      const copy = join(folder, `copy-${basename(file)}`);
      writeFileSync(copy, JSON.stringify(document));
      findings.push(...(await spectral(ruleset, copy)));
    }
    expect(findings.map(({ code, source }) => `${basename(source)}: ${code}`)).toEqual([
      'copy-openapi.json: info-contact',
      'copy-asyncapi.json: asyncapi-info-contact',
    ]);
  });

  it.each(Object.entries(EXAMPLES))('show a valid %s', (name, example) => {
    const schema = CONTRACT.strict.get(/UpdateStatus|DropOff/.test(name) ? 'LifecycleDelivery' : name);

    expect(schema?.safeParse(example).error).toBeUndefined();
  });
});

describe('openapi.json', () => {
  const schemas = at(read(openApiFile), 'components', 'schemas');

  it('closes no object that the service sends, and has no condition', () => {
    const having = (keyword: string): readonly string[] =>
      Object.keys(schemas).filter((name) => JSON.stringify(schemas[name]).includes(keyword));

    expect(having('"additionalProperties":false')).toEqual(['CreateRequest', 'SubmitRequest']);
    expect(['"if":', '"not":', '"oneOf":', '"allOf":'].flatMap(having)).toEqual([]);
  });

  it('describes every schema and every property', () => {
    const undescribed: string[] = [];
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [key, property] of Object.entries(at(node, 'properties') ?? {})) {
        if (typeof at(property)['description'] !== 'string') undescribed.push(`${path}/${key}`);
      }
      for (const [key, value] of Object.entries(node)) visit(value, `${path}/${key}`);
    };
    visit(schemas, '');

    expect(undescribed).toEqual([]);
    expect(Object.keys(schemas).filter((name) => typeof at(schemas, name)['description'] !== 'string')).toEqual([]);
  });

  it('says which numbers are integers, and which texts are times', () => {
    const { id, slug, submitted_at: submittedAt } = at(schemas, 'Application', 'properties');

    expect([id, slug, submittedAt]).toStrictEqual([
      { type: 'integer', description: 'Internal application id' },
      { type: 'string', description: 'The correlation key; treat it as a secret' },
      {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: 'Time of the submission, ISO 8601; null before it',
      },
    ]);
    expect(at(schemas, 'FaceCompare', 'properties', 'score')['type']).toBe('number');
  });

  it('has the statuses of the endpoints, beside the redirect and, on info, the token', () => {
    const statuses = Object.values(ENDPOINTS).map(({ method, path }) =>
      Object.keys(at(openApi(), 'paths', path, method.toLowerCase(), 'responses')).map(Number),
    );

    expect(statuses).toEqual(
      Object.entries(ENDPOINTS).map(([name, { success, errors }]) =>
        [success, 302, ...errors, ...(name === 'info' ? [401, 403] : [])].sort((one, other) => one - other),
      ),
    );
  });
});

describe('schemas of the documents', () => {
  /** A client accepts at least what the service must send; the deliveries of AsyncAPI are those that it must send. */
  const documents = [
    { title: 'openapi.json', dialect: 'draft-2020-12', file: openApiFile, isOpen: true },
    { title: 'asyncapi.json', dialect: 'draft-07', file: asyncApiFile, isOpen: false },
  ] as const;

  describe.each(documents)('$title', ({ dialect, file, isOpen }) => {
    const ajv = emptyAjv(dialect).addVocabulary(Object.keys(read(file)));
    ajv.addSchema(read(file), 'document');
    const names = Object.keys(at(read(file), 'components', 'schemas'));
    const judge = (name: string, value: unknown): unknown =>
      ajv.getSchema(`document#/components/schemas/${name}`)?.(value);
    const generated = (Object.keys(arbitraries) as (keyof typeof arbitraries)[]) // `Object.keys` forgets the keys.
      .map((key) => ({ key, name: `${key.charAt(0).toUpperCase()}${key.slice(1)}` }))
      .filter(({ name }) => names.includes(name));

    it.each(generated)(
      'agrees with zod on any $name that is valid, and with its JSON Schema on others',
      ({ key, name }) => {
        fc.assert(
          fc.property(arbitraries[key](), mutationsOf(arbitraries[key]()), (valid, spoilt) => {
            expect(judge(name, valid)).toBe(true);
            const [isSent, isAccepted] = [validatorOf('strict', name)(spoilt), judge(name, spoilt)];
            // A client accepts more than a service sends.
            expect(isOpen ? !isSent || isAccepted : isSent === isAccepted).toBe(true);
          }),
          { numRuns: runsOf(40) },
        );
      },
    );

    if (isOpen) return;

    it('says of nearly valid bodies what the JSON Schemas say', () => {
      const bodies = BREAKABLE_RULE_IDS.flatMap((id) => fc.sample(nearValid(id), { numRuns: 5, seed: 1 }))
        .map(({ kind, body }) => ({ name: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, body }))
        .filter(({ name }) => names.includes(name));

      const verdicts = bodies.map(({ name, body }) => judge(name, body));
      expect(verdicts).toContain(false);
      expect(verdicts).toEqual(bodies.map(({ name, body }) => validatorOf('strict', name)(body)));
    });
  });
});

describe('spectral/service.yaml', () => {
  /** A document that keeps to every convention. */
  const strict = JSON.parse(JSON.stringify(openApi(definitionsOf('strict', '#/components/schemas/')))) as Json; // As read() gives it.
  const create = ENDPOINTS.create.path;
  const result = ENDPOINTS.result.path;
  const submit = ENDPOINTS.submit.path;
  const resend = ENDPOINTS.resend.path;
  const detail = { type: 'object', properties: { detail: { type: 'string' } }, required: ['detail'] };
  const response = (document: Json, path: string, method: string, status: string): Json =>
    at(document, 'paths', path, method, 'responses', status);
  const body = (document: Json, path: string, method: string, status: string): Json =>
    at(response(document, path, method, status), 'content', 'application/json');

  /** A change of the document by the rule that it breaks. */
  const changes: Record<string, (document: Json) => unknown> = {
    'idv-paths': (document) => {
      const paths = at(document, 'paths');
      paths[result.slice(0, -1)] = paths[result];
      delete paths[result];
    },
    'idv-no-405': (document) => (at(document, 'paths', create, 'post', 'responses')['405'] = { description: 'No' }),
    'idv-unrecognised-lang': (document) => delete at(document, 'paths', submit, 'post', 'responses')['302'],
    'idv-create-201': (document) => {
      const responses = at(document, 'paths', create, 'post', 'responses');
      responses['200'] = responses['201'];
    },
    'idv-empty-success': (document) =>
      (response(document, resend, 'post', '204')['content'] = { 'application/json': { schema: detail } }),
    'idv-undocumented-bodies': (document) =>
      (response(document, result, 'get', '429')['content'] = { 'application/json': { schema: detail } }),
    'idv-error-envelope': (document) => (body(document, result, 'get', '404')['schema'] = detail),
    'idv-error-content': (document) => delete response(document, result, 'get', '401')['content'],
    'idv-fixed-details': (document) =>
      (at(document, 'components', 'schemas', 'ForbiddenError', 'properties', 'error', 'properties', 'detail')['const'] =
        'Forbidden'),
    'idv-create-422': (document) =>
      (body(document, create, 'post', '422')['schema'] = { $ref: '#/components/schemas/NotFoundError' }),
    'idv-submit-422': (document) =>
      (body(document, submit, 'post', '422')['schema'] = { $ref: '#/components/schemas/CreateValidationError' }),
    'idv-resend-404': (document) =>
      (body(document, resend, 'post', '404')['schema'] = { $ref: '#/components/schemas/NotFoundError' }),
    'idv-token': (document) => (at(document, 'paths', result, 'get')['security'] = [{}, { apiToken: [] }]),
    'idv-info-token': (document) =>
      (at(document, 'paths', ENDPOINTS.info.path, 'get')['security'] = [{ apiToken: [] }]),
    'idv-bearer': (document) =>
      (at(document, 'components', 'securitySchemes')['webhookSecret'] = {
        type: 'apiKey',
        in: 'header',
        name: 'X-Key',
      }),
    'idv-timestamps': (document) =>
      (at(document, 'components', 'schemas', 'Timestamp')['pattern'] = String.raw`^\d{4}.*Z$`),
    'idv-omitted-not-null': (document) =>
      (at(document, 'components', 'schemas', 'Ekyc', 'properties')['liveness'] = { type: ['object', 'null'] }),
  };

  it('finds each change that goes against a convention, and that one alone', async () => {
    const files = Object.entries(changes).map(([code, change]) => {
      const document = structuredClone(strict);
      change(document);
      const file = join(folder, `${code}.json`);
      writeFileSync(file, JSON.stringify(document));
      return file;
    });

    const findings = await spectral('service.yaml', ...files);
    const found = Object.keys(changes).map((code) => {
      const own = findings.filter(({ source }) => source.endsWith(`/${code}.json`));
      return [code, [...new Set(own.map((finding) => finding.code))]];
    });
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.keys(changes).map((code) => [code, [code]])));
  });

  it('has no rule that is not tried here', () => {
    const yaml = readFileSync(join(root, 'spectral/service.yaml'), 'utf8');

    expect([...yaml.matchAll(/^ {2}(idv-[\w-]+):$/gm)].map(([, code]) => code)).toEqual(Object.keys(changes));
  });
});
