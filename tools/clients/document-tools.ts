import { readFile } from 'node:fs/promises';

import { Parser } from '@asyncapi/parser';
import { compileFromFile } from 'json-schema-to-typescript';
import { generate } from 'orval';
import { InputData, JSONSchemaInput, JSONSchemaStore, quicktype, type JSONSchema } from 'quicktype-core';

export { default as SwaggerParser } from '@apidevtools/swagger-parser';

/** Returns what @asyncapi/parser reports about a document: errors, warnings and hints. */
export async function asyncApiDiagnostics(path: string): Promise<unknown[]> {
  return new Parser().validate(await readFile(path, 'utf8'));
}

/** Writes one client of an OpenAPI document with orval. Dates of the service end in `+00:00`, which needs `offset`. */
export function writeOrvalClient(client: 'fetch' | 'zod', document: string, target: string): Promise<void> {
  const zod = { dateTimeOptions: { offset: true } };
  const output = { target, client, baseUrl: 'https://idv.example.com', mode: 'single', override: { zod } } as const;
  return generate({ input: { target: document }, output });
}

/** Returns the types that json-schema-to-typescript writes for one file. */
export function typesOfFile(path: string): Promise<string> {
  return compileFromFile(path, { format: false, cwd: path.slice(0, path.lastIndexOf('/') + 1) });
}

/** Local files. It has no network, and records which addresses quicktype asked it for. */
class LocalFiles extends JSONSchemaStore {
  readonly addresses: string[] = [];

  override async fetch(address: string): Promise<JSONSchema | undefined> {
    if (address.includes('://')) this.addresses.push(address);
    if (!address.startsWith('/')) return undefined;
    return JSON.parse(await readFile(address, 'utf8')) as JSONSchema; // Our own files.
  }
}

/** Returns the types that quicktype writes for a file or a part of one, and the network addresses that it asked for. */
export async function quicktypeTypes(uri: string): Promise<{ readonly types: string; readonly addresses: string[] }> {
  const files = new LocalFiles();
  const input = new JSONSchemaInput(files);
  await input.addSource({ name: 'Body', uris: [uri] });
  const inputData = new InputData();
  inputData.addInput(input);
  // Without `inferDateTimes: false` (`--no-date-times`), a text with a date is of the type `Date`.
  const { lines } = await quicktype({
    inputData,
    lang: 'typescript',
    rendererOptions: { 'just-types': true },
    inferDateTimes: false,
  });
  return { types: lines.join('\n'), addresses: files.addresses };
}
