import { readFileSync } from 'node:fs';

export const CONFIGURATION_DOCUMENT = 'docs/configuration.md';

const START = '<!-- settings: written by `pnpm run docs` from the schema -->';
const END = '<!-- end of settings -->';

interface Node {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly enum?: readonly unknown[];
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly Node[];
  readonly allOf?: readonly Node[];
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, Node>>;
}

/** The document with the table of every setting: name, type, default and meaning, as the published JSON Schema has them. */
export function configurationDocument(): string {
  const text = readFileSync(new URL(`../../../${CONFIGURATION_DOCUMENT}`, import.meta.url), 'utf8');
  const [before, rest] = text.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${CONFIGURATION_DOCUMENT} has no place for settings`);
  return `${before}${START}\n\n${settingTable()}\n\n${END}${after}`;
}

function settingTable(): string {
  // The published schema is an object.
  const schema = JSON.parse(
    readFileSync(new URL('../../schema/json-schema/config.schema.json', import.meta.url), 'utf8'),
  ) as Node;
  const rows = settingsOf(schema, '').map(({ name, node }) => {
    const { meaning, fallback } = partsOf(node.description ?? '');
    return [`\`${name}\``, typeOf(node, schema), fallback, meaning];
  });
  return table([['setting', 'type', 'default', 'meaning'], ...rows]);
}

interface Setting {
  readonly name: string;
  readonly node: Node;
}

/** Lists the settings of a schema in its order, those of an object in place of it. */
function settingsOf(node: Node, prefix: string): readonly Setting[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, member]) => {
    const name = `${prefix}${key}`;
    return member.properties === undefined ? [{ name, node: member }] : settingsOf(member, `${name}.`);
  });
}

function typeOf(node: Node, schema: Node): string {
  const target = resolved(node, schema);
  if (target.enum !== undefined) {
    return target.enum.length > 6
      ? `one of ${target.enum.length} words`
      : target.enum.map((each) => `\`${String(each)}\``).join(', ');
  }
  if (target.const !== undefined) return `\`${String(target.const)}\``;
  if (target.anyOf !== undefined) return target.anyOf.map((each) => typeOf(each, schema)).join(' or ');
  if (target.items !== undefined) return `list of ${typeOf(target.items, schema)}`;
  return target.type === 'object' ? 'map' : String(target.type ?? 'any');
}

function resolved(node: Node, schema: Node): Node {
  const reference = node.$ref ?? node.allOf?.[0]?.$ref;
  if (reference === undefined) return node;
  return schema.definitions?.[reference.replace('#/definitions/', '')] ?? node;
}

/** Splits a description from the default that it ends with. */
function partsOf(description: string): { readonly meaning: string; readonly fallback: string } {
  const [, meaning = description, fallback = ''] = /^(.*?) Default: (.*?)\.?$/.exec(description) ?? [];
  return { meaning, fallback };
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
