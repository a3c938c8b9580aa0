import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Block, blocksOf } from './documented-blocks.ts';
import { Terminal } from './terminal.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A block that was pasted. */
export interface PastedBlock {
  readonly block: Block;
  /** Exit code, or `ready` if it is a server. */
  readonly ended: number | 'ready';
  /** Everything that its terminal has printed since it was pasted. */
  readonly output: () => string;
}

/** Set-up commands run before or around this very test; what they name must exist. */
const setUp: readonly (readonly [pattern: RegExp, holds: (match: RegExpExecArray) => boolean])[] = [
  [/^npx -y pnpm@12 (?:run )?(\w+)$/, ([, script = '']) => script in rootManifest().scripts || script === 'install'],
  [/^git clone \S+ && cd (\w+)$/, () => true],
  // tools/packages/tarballs.test.ts runs these.
  [/^npm install --no-audit (?:--save-dev )?\.\/idvkit-tarballs\/idvkit[\w-]*\.tgz$/, () => true],
  [/^node_modules\/\.bin\/idvkit check --only create\.info\.absolute$/, () => true],
];

function rootManifest(): { scripts: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
}

function isSetUp(line: string): boolean {
  return setUp.some(([pattern, holds]) => {
    const match = pattern.exec(line);
    return match !== null && holds(match);
  });
}

// Pictures have the fixed seed, in proofs too.
const { IDVKIT_SEED: _, ...environment } = process.env;

/** Environment in which commands have the fixed seed of the tests. */
export const SEEDED = {
  ...environment,
  NODE_OPTIONS: `--import=${new URL('../testing/fixed-seed.mjs', import.meta.url).href}`,
};

/** Returns the shell blocks of a document, without the lines that set up the clone. */
export function shellBlocksOf(markdown: string): readonly Block[] {
  return blocksOf(markdown).flatMap((block) => {
    const lines = block.code.split('\n').filter((line) => !isSetUp(line.trim()));
    const code = lines.join('\n').trim();
    return block.language === 'sh' && code !== '' ? [{ ...block, code }] : [];
  });
}

/** How blocks are pasted. */
export interface PasteOptions {
  /** Folder that every terminal changes to, so that nothing is written into the clone. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Is called with every terminal that is opened: close it at the end. */
  readonly onTerminal: (terminal: Terminal) => void;
}

/**
 * Pastes the shell blocks of a document into terminals, as a reader does. Each terminal starts in the clone with the PATH of the
 * system, gets the `export` lines that the document starts with, and changes to the folder. Blocks that wait get their own terminal.
 *
 * @throws {Error} if a terminal cannot be prepared.
 */
export async function* pasteBlocks(
  [first, ...others]: readonly Block[],
  { folder, env, onTerminal }: PasteOptions,
): AsyncIterable<PastedBlock> {
  if (first === undefined) return;
  const [, exports = '', rest = ''] = /^((?:export .*\n?)*)([^]*)$/.exec(first.code) ?? [];
  const open = async (): Promise<Terminal> => {
    const terminal = new Terminal(root, env);
    onTerminal(terminal);
    if ((await terminal.paste(`${exports}\ncd '${folder}'`)) !== 0) throw new Error(terminal.output);
    return terminal;
  };
  const main = await open();
  for (const block of [{ ...first, code: rest }, ...others]) {
    const { code, exit, wait } = block;
    const terminal = wait === undefined ? main : await open();
    const from = terminal.output.length;
    const ended = await terminal.paste(`:\n${code}`, { exit, ...(wait !== undefined && { wait }) });
    yield { block, ended, output: () => terminal.output.slice(from) };
  }
}

/** Location of the picture of a block, below the root. */
export const picturePath = (name: string): string => join('docs/images', `${name}.svg`);
