import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { rolldown } from 'rolldown';

import * as consumer from '../src/consumer.ts';
import * as strict from '../src/index.ts';
import { typeName } from './consumer-types.ts';
import {
  CONTRACT,
  idOf,
  schemasOf,
  STRENGTHS,
  withoutHints,
  type Document,
  type Strength,
} from './contract-schemas.ts';

/** The dialect that is compiled. Both say the same; draft-07 needs no book-keeping for `unevaluatedProperties`. */
const DIALECT = 'draft-07';

const ENTRIES: Readonly<Record<Strength, string>> = { strict: 'validators', consumer: 'consumer-validators' };

const { resolve } = createRequire(import.meta.url);

const MODULES: Readonly<Record<Strength, object>> = { strict, consumer };

const GUARD = fileURLToPath(new URL('../src/lib/check/guard.ts', import.meta.url));

const BANNER = '// Written by scripts/write-compiled-validators.ts: change the zod schemas, not this file.\n';

/**
 * The validators of one strength as they are published below `compiled/`: a module without imports, and its types. They are
 * what ajv makes of the JSON Schemas, so that nothing is compiled, and no `eval` is needed, at run time.
 */
export async function compiledValidators(strength: Strength): Promise<{ readonly js: string; readonly dts: string }> {
  return { js: await bundled(withImports(sourceOf(strength))), dts: typesOf(strength) };
}

/** Every file below `compiled/` by its name. */
export async function compiledFiles(): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const strength of STRENGTHS) {
    const { js, dts } = await compiledValidators(strength);
    files[`${strength}.js`] = js;
    files[`${strength}.d.ts`] = dts;
  }
  return files;
}

/** Names in an order of their own: how a module lists its exports depends on who loads it. */
function namesOf(strength: Strength): string[] {
  return [...CONTRACT[strength].keys()].sort();
}

function sourceOf(strength: Strength): string {
  const ajv = new Ajv({
    strict: true,
    strictTypes: false,
    messages: false,
    code: { source: true, esm: true, lines: false },
  });
  addFormats.default(ajv);
  for (const schema of schemasOf(DIALECT, strength).values()) ajv.addSchema(withoutHints(withoutWords(schema)));
  const code = standaloneCode.default(
    ajv,
    Object.fromEntries(namesOf(strength).map((name) => [`is${name}`, idOf(DIALECT, strength, name)])),
  );
  return `import { guard } from ${JSON.stringify(GUARD)};\n${withGuards(withoutSchemaPaths(code))}`;
}

/** Code without the positions in the schema that errors carry: no issue shows them, and they are a fifth of a bundle. */
function withoutSchemaPaths(code: string): string {
  return code.replaceAll(/schemaPath:"(?:[^"\\]|\\.)*",/g, '');
}

/** Makes each exported validator a Standard Schema, by a call that bundlers drop if the export is unused. */
function withGuards(code: string): string {
  return code.replaceAll(/export const (is\w+) = (\w+);/g, 'export const $1 = /* @__PURE__ */ guard($2);');
}

/** A schema without what is for people to read, which would be carried along. */
function withoutWords(schema: Document): Document {
  const words = new Set(['$comment', 'description', 'examples', 'title']);
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    // A schema of something that is called `title` is an object.
    words.has(key) && (typeof value === 'string' || Array.isArray(value)) ? undefined : value,
  ) as Document; // Less of the same.
}

/** ajv writes `require` for what it needs at run time, in modules too. */
function withImports(code: string): string {
  const imports = new Map<string, string>();
  const body = code.replaceAll(/require\("([^"]+)"\)/g, (_, path: string) => {
    const name = imports.get(path) ?? `runtime${imports.size}`;
    imports.set(path, name);
    return name;
  });
  return `${[...imports].map(([path, name]) => `import * as ${name} from ${JSON.stringify(path)};`).join('\n')}\n${body}`;
}

/** One small module, with ajv's run-time parts in it. */
async function bundled(code: string): Promise<string> {
  const entry = 'validators';
  const bundle = await rolldown({
    input: entry,
    plugins: [
      {
        name: 'source-of-validators',
        resolveId: (id, importer) => {
          if (id === entry || id === GUARD) return id;
          return importer === entry ? resolve(id) : undefined;
        },
        load: (id) => (id === entry ? code : undefined),
      },
    ],
  });
  try {
    const { output } = await bundle.generate({ format: 'esm', minify: true, sourcemap: false });
    return `${BANNER}${output[0].code}`;
  } finally {
    await bundle.close();
  }
}

/** Declarations of the guards, whose types are those of the zod schemas. */
function typesOf(strength: Strength): string {
  const guards = namesOf(strength).map((name) => {
    const schema = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    const home = schema in MODULES[strength] ? strength : 'strict';
    const inferred = schema in MODULES[home] ? `z.infer<typeof ${home}.${schema}>` : 'string';
    const type = home === 'consumer' ? `consumer.${typeName(name)}` : inferred;
    return `/** Checks whether a value is what the JSON Schema of \`${schema}\` describes. */\nexport declare const is${name}: Guard<${type}>;\n`;
  });
  return [
    BANNER,
    "import type * as z from 'zod';\n\n",
    ...(strength === 'consumer' ? ["import type * as consumer from '@idvkit/schema/consumer';\n"] : []),
    "import type * as strict from '@idvkit/schema';\n",
    `import type { Guard } from '@idvkit/schema/${ENTRIES[strength]}';\n\n`,
    ...guards,
  ].join('');
}
