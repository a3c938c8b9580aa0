import type { HitPath, HitShape } from '@idvkit/schema/formats';

import { compareTexts } from '../collect/compare-texts.ts';

/** Name and version of the annotations that make a schema a shape again. */
export const SHAPE_FORMAT = 'idvkit.hit-shape';
export const SHAPE_VERSION = 1;

/** A JSON Schema, draft 2020-12, as far as a learned shape needs it. */
export interface HitJsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, HitJsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: HitJsonSchema;
  /** What was seen at this path; validators take it for an annotation. */
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
  const root = treeOf(shape.paths);
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
}

function treeOf(paths: readonly HitPath[]): Node | undefined {
  const nodes = new Map<string, Node>();
  // Shorter ones first, so that a container is there before what is in it.
  const known = paths
    .flatMap((seen) => (seen.steps ? [{ seen, steps: seen.steps }] : []))
    .sort((a, b) => a.steps.length - b.steps.length);
  for (const { seen, steps } of known) {
    const node: Node = { seen, members: new Map() };
    nodes.set(JSON.stringify(steps), node);
    const parent = nodes.get(JSON.stringify(steps.slice(0, -1)));
    const step = steps.at(-1);
    if (parent === undefined || step === undefined) continue;
    if (step === null) parent.element = node;
    else parent.members.set(step, node);
  }
  return nodes.get('[]');
}

function schemaOf({ seen, members, element }: Node): HitJsonSchema {
  const { path: _, steps: __, ...numbers } = seen;
  const types = typesOf(seen);
  const names = [...members.keys()].sort(compareTexts);
  const always = names.filter((name) => objectsWith(members.get(name)?.seen) === seen.objects);
  const [only] = types;
  return {
    ...(types.length > 0 && { type: types.length === 1 && only !== undefined ? only : types }),
    ...(names.length > 0 && {
      properties: Object.fromEntries([...members].sort(([a], [b]) => compareTexts(a, b)).map(withSchema)),
    }),
    ...(always.length > 0 && { required: always }),
    ...(element && { items: schemaOf(element) }),
    'x-seen': numbers,
  };
}

function withSchema([name, node]: readonly [string, Node]): readonly [string, HitJsonSchema] {
  return [name, schemaOf(node)];
}

/** Types that were seen at a path, as JSON Schema calls them. */
export function typesOf(path: HitPath): string[] {
  const counts = {
    object: path.objects,
    array: path.arrays,
    string: path.strings,
    integer: path.numbers === path.integers ? path.integers : 0,
    number: path.numbers === path.integers ? 0 : path.numbers,
    boolean: path.booleans,
    null: path.nulls,
  };
  return Object.entries(counts).flatMap(([type, count]) => (count > 0 ? [type] : []));
}

/** How many values were seen at a path. */
export function timesSeen(path: HitPath): number {
  return path.objects + path.arrays + path.strings + path.numbers + path.booleans + path.nulls;
}

/** How many objects have the member that is at a path. */
export function objectsWith(path: HitPath | undefined): number {
  return path === undefined ? 0 : timesSeen(path) - path.duplicateKeys;
}
