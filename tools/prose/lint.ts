import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { TextlintKernel, type TextlintKernelRule } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import plainText from '@textlint/textlint-plugin-text';
import { parseSync, Visitor } from 'oxc-parser';
import maxWords from 'textlint-rule-en-max-word-count';
import prh from 'textlint-rule-prh';
import { parse } from 'yaml';

/** A word or sentence that a text must not have. */
export interface ProseProblem {
  readonly line: number;
  readonly message: string;
}

interface Exception {
  readonly path: string;
  readonly text: string;
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const exceptions = parse(readFileSync(here('exceptions.yml'), 'utf8')) as readonly Exception[]; // Our own file.
const kernel = new TextlintKernel();
const plugins = [markdown, plainText].map((plugin, index) => ({
  pluginId: index === 0 ? 'markdown' : 'text',
  plugin: 'default' in plugin ? plugin.default : plugin,
}));

/** Words of a sentence at most. Code counts, too. */
const MAX_WORDS = 20;

const rules: TextlintKernelRule[] = [
  { ruleId: 'words', rule: prh, options: { rulePaths: [here('words.yml')] } },
  { ruleId: 'length', rule: maxWords, options: { max: MAX_WORDS } },
];

/** Finds the problems of a text: Markdown, or lines of plain text. */
export async function lintProse(path: string, text: string): Promise<ProseProblem[]> {
  const ext = path.endsWith('.md') ? '.md' : '.txt';
  const lines = text.split('\n');
  const { messages } = await kernel.lintText(text, { filePath: path, ext, plugins, rules });
  return messages
    .filter(
      ({ line }) =>
        !exceptions.some((exception) => exception.path === path && (lines[line - 1] ?? '').includes(exception.text)),
    )
    .map(({ line, message }) => ({ line, message: message.trim() }));
}

/** Members of objects that people read. */
const MEMBERS = new Set(['message', 'fix', 'description', 'title', 'summary', 'needs', 'label']);
/** Methods whose texts people read. */
const METHODS = new Set(['description', 'option', 'argument', 'addHelpText', 'describe']);

/**
 * Returns the texts of a TypeScript source that people read, each on its own line: help texts of commands, and messages.
 * Other lines are empty, so that line numbers stay.
 */
export function textsOf(path: string, source: string): string {
  const lines = source.split('\n').map(() => '');
  const keep = (offset: number, text: string): void => {
    const line = source.slice(0, offset).split('\n').length - 1;
    lines[line] += ` ${text.replaceAll('\n', ' ')}`;
  };
  const read = (
    node: { readonly type: string; readonly start: number; readonly end: number } | null | undefined,
  ): void => {
    if (node === null || node === undefined) return;
    if (node.type === 'Literal' || node.type === 'TemplateLiteral') {
      const raw = source.slice(node.start, node.end);
      if (/^['"`]/.test(raw))
        keep(
          node.start,
          raw
            .slice(1, -1)
            .replaceAll(/\$\{[^}]*\}/g, 'X')
            .replaceAll(/`[^`]*`/g, 'X'),
        );
    } else if (node.type === 'ConditionalExpression') {
      const { consequent, alternate } = node as typeof node & Record<'consequent' | 'alternate', typeof node>;
      read(consequent);
      read(alternate);
    }
  };
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && MEMBERS.has(key.name)) read(value);
    },
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (METHODS.has(callee.property.name)) for (const argument of given) read(argument);
    },
  }).visit(parseSync(path, source).program);
  return lines.join('\n');
}
