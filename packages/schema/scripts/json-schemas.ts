import { z } from 'zod';

import { idvkitConfig } from '../src/config.ts';
import { conformanceReport } from '../src/formats.ts';
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
    'conformance-report.schema.json': {
      // An empty registry: with ids in it, the whole schema would be a reference to a definition.
      ...z.toJSONSchema(conformanceReport, { metadata: z.registry() }),
      title: 'idvkit conformance report',
    },
  };
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
