import * as z from 'zod';

import { idvkitConfig } from '../src/formats.ts';
import { conformanceReport, corpusSummary, payloadSummary } from '../src/formats.ts';
import { contractSchemas } from './contract-schemas.ts';

/**
 * The JSON Schemas of the contract and of files that people write or read with other tools, by path, as they are published
 * under `@idvkit/schema/json-schema/`.
 */
export function jsonSchemas(): Readonly<Record<string, object>> {
  return {
    ...contractSchemas(),
    // Editors know draft-07 best.
    'config.schema.json': z.toJSONSchema(idvkitConfig, { target: 'draft-07', override: allowPlaceholders }),
    'conformance-report.schema.json': formatSchema(conformanceReport, 'idvkit conformance report'),
    'payload-summary.schema.json': formatSchema(payloadSummary, 'idvkit payload summary'),
    'corpus-summary.schema.json': formatSchema(corpusSummary, 'idvkit corpus summary'),
  };
}

function formatSchema(format: z.ZodType, title: string): object {
  // An empty registry: with ids in it, the whole schema would be a reference to a definition.
  return { ...z.toJSONSchema(format, { metadata: z.registry() }), title };
}

/** In a configuration file, `${NAME}` may stand where a text of a certain form is wanted. */
function allowPlaceholders({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const pattern = jsonSchema.format === 'uri' ? '^https?://' : jsonSchema.pattern;
  // A schema may be passed here more than once.
  if (pattern === undefined || pattern.endsWith(PLACEHOLDER)) return;
  delete jsonSchema.format;
  jsonSchema.pattern = `${pattern}|${PLACEHOLDER}`;
}

const PLACEHOLDER = String.raw`\$\{\w+\}`;
