import type { HitPath, HitShape } from '@idvkit/schema/formats';

import { compareTexts } from '../scan/compare-texts.ts';
import { foldShape, objectsWith, ShapePaths, typesOf } from './shape-paths.ts';

/** Name and version of the annotations that make a schema a shape again. */
export const SHAPE_FORMAT = 'idvkit.hit-shape';
export const SHAPE_VERSION = 1;

/** A JSON Schema, draft 2020-12, as far as a learned shape needs it. */
export interface HitJsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, HitJsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: HitJsonSchema;
  /** Members of a map, whose keys are data. */
  readonly additionalProperties?: HitJsonSchema;
  /** Numbers behind the schema; validators ignore it. */
  readonly 'x-seen'?: Omit<HitPath, 'path' | 'steps'>;
}

/** A learned shape of hits as a JSON Schema document. */
export interface HitShapeSchema extends HitJsonSchema {
  readonly $schema: string;
  readonly title: string;
  readonly 'x-format': typeof SHAPE_FORMAT;
  readonly 'x-version': typeof SHAPE_VERSION;
  /** Hits that it was learned from. */
  readonly 'x-hits': number;
  /** False where there were more paths than were told apart: those are not described. */
  readonly 'x-exact': boolean;
}

/**
 * Writes the shape of hits as JSON Schema, draft 2020-12. The specification does not show hits: the schema describes those
 * that were seen, all of which it accepts, and asserts nothing about others. `x-seen` has the numbers behind it.
 *
 * @example
 * const { shape } = summary.documents[0].providers[0]
 * writeFileSync('hit.schema.json', JSON.stringify(hitJsonSchema(shape, { title: 'Hits of provider' }), null, 2))
 */
export function hitJsonSchema(shape: HitShape, { title }: { readonly title: string }): HitShapeSchema {
  const root = treeOf(foldShape(shape));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    'x-format': SHAPE_FORMAT,
    'x-version': SHAPE_VERSION,
    'x-hits': shape.hits,
    'x-exact': shape.exact,
    ...(root && schemaOf(root)),
  };
}

interface Node {
  readonly seen: HitPath;
  readonly members: Map<string, Node>;
  element?: Node;
  member?: Node;
}

function treeOf(shape: HitShape): Node | undefined {
  const paths = new ShapePaths(shape);
  const nodes = new Map<HitPath, Node>([...paths.values()].map((seen) => [seen, { seen, members: new Map() }]));
  let root: Node | undefined;
  for (const [seen, node] of nodes) {
    const step = seen.steps?.at(-1);
    const container = paths.parentOf(seen);
    const parent = container && nodes.get(container);
    if (step === undefined) root = node;
    else if (step === null) {
      if (parent) parent.element = node;
    } else if (step === true) {
      if (parent) parent.member = node;
    } else parent?.members.set(step, node);
  }
  return root;
}

function schemaOf({ seen, members, member, element }: Node): HitJsonSchema {
  const { path: _, steps: __, ...numbers } = seen;
  const types = typesOf(seen);
  const sorted = [...members].sort(([a], [b]) => compareTexts(a, b));
  const always = sorted.filter(([, member]) => objectsWith(member.seen) === seen.objects).map(([name]) => name);
  const [only] = types;
  return {
    ...(types.length > 0 && { type: types.length === 1 && only !== undefined ? only : types }),
    ...(sorted.length > 0 && {
      properties: Object.fromEntries(sorted.map(([name, member]) => [name, schemaOf(member)])),
    }),
    ...(always.length > 0 && { required: always }),
    ...(member && { additionalProperties: schemaOf(member) }),
    ...(element && { items: schemaOf(element) }),
    'x-seen': numbers,
  };
}
