import { hitPath, type HitPath, type HitShape } from '@idvkit/schema/formats';

import type { Step } from '../scan/fold-maps.ts';
import { pathUnder } from '../scan/path-under.ts';
import { SHAPE_FORMAT, SHAPE_VERSION, type HitJsonSchema } from './hit-json-schema.ts';

const seenNumbers = hitPath.omit({ path: true, steps: true });
/** Levels of a schema that are read. */
const MAX_DEPTH = 1_000;

/**
 * Reads a shape of hits from the JSON Schema that {@link hitJsonSchema} wrote.
 *
 * @throws {TypeError} if the value is something else, or of another version.
 *
 * @example
 * const before = readHitShape(JSON.parse(readFileSync('hit.schema.json', 'utf8')))
 */
export function readHitShape(schema: unknown): HitShape {
  const { 'x-format': format, 'x-version': version, 'x-hits': hits, 'x-exact': exact } = Object(schema) as Document;
  if (format !== SHAPE_FORMAT) throw new TypeError(`A shape of hits has "x-format": "${SHAPE_FORMAT}"`);
  if (version !== SHAPE_VERSION) throw new TypeError(`Only version ${SHAPE_VERSION} of a shape of hits is known`);
  if (typeof hits !== 'number' || typeof exact !== 'boolean') {
    throw new TypeError('A shape of hits has the number "x-hits" and the boolean "x-exact"');
  }
  const paths: HitPath[] = [];
  // A shape of no hits has nothing but its name.
  if (hits > 0) collect(schema as HitJsonSchema, { path: '', steps: [], paths });
  return { hits, exact, paths };
}

type Document = Partial<Record<'x-format' | 'x-version' | 'x-hits' | 'x-exact', unknown>>;

interface SchemaLocation {
  readonly path: string;
  readonly steps: readonly Step[];
  readonly paths: HitPath[];
}

function collect(schema: HitJsonSchema, { path, steps, paths }: SchemaLocation): void {
  const seen = seenNumbers.safeParse(Object(schema)['x-seen']);
  if (!seen.success || steps.length > MAX_DEPTH) {
    throw new TypeError(`A shape of hits has "x-seen" at every path, and not at "${path}"`);
  }
  paths.push({ path, steps: [...steps], ...seen.data });
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    collect(member, { path: pathUnder(path, name), steps: [...steps, name], paths });
  }
  if (schema.additionalProperties) {
    collect(schema.additionalProperties, { path: pathUnder(path, null), steps: [...steps, true], paths });
  }
  if (schema.items) collect(schema.items, { path: `${path}[]`, steps: [...steps, null], paths });
}
