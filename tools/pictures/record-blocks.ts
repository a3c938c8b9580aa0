import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { blocksOf } from '../documents/documented-blocks.ts';
import { pasteBlocks, picturePath, SEEDED, shellBlocksOf, type PastedBlock } from '../documents/paste-blocks.ts';
import type { Terminal } from '../documents/terminal.ts';
import { OMITTED, terminalSvg } from './terminal-svg.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Without the folder of a reader, and with the colours of a terminal. */
const COLORED = { ...SEEDED, FORCE_COLOR: '1' };

/**
 * Pastes the blocks of every document that shows a picture of one, and writes these pictures.
 *
 * @param names Only documents with one of these pictures. Default: all.
 * @returns paths of the pictures, as they are written.
 */
export async function* recordBlocks(names: readonly string[]): AsyncIterable<string> {
  for (const path of globSync(['README.md', 'docs/guides/*.md', 'docs/*.md'], { cwd: root }).toSorted()) {
    const markdown = readFileSync(join(root, path), 'utf8');
    const shown = blocksOf(markdown).flatMap(({ picture }) => (picture === undefined ? [] : [picture.name]));
    if (shown.length > 0 && (names.length === 0 || shown.some((name) => names.includes(name)))) yield* record(markdown);
  }
}

async function* record(markdown: string): AsyncIterable<string> {
  const folder = mkdtempSync(join(tmpdir(), 'idvkit-picture-'));
  const terminals: Terminal[] = [];
  const pasted: { readonly picture: PastedBlock['block']['picture']; readonly code: string; output: string }[] = [];
  const pending: (() => void)[] = [];
  const onTerminal = (terminal: Terminal): void => {
    terminals.push(terminal);
  };
  try {
    for await (const { block, ended, output } of pasteBlocks(shellBlocksOf(markdown), {
      folder,
      env: COLORED,
      onTerminal,
    })) {
      if (ended !== (block.wait === undefined ? block.exit : 'ready')) throw new Error(`${block.code}\n${output()}`);
      // The output of a command may come after its exit code.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const own = { picture: block.picture, code: block.code, output: output() };
      pasted.push(own);
      // A server prints until the end.
      if (block.wait !== undefined) pending.push(() => Object.assign(own, { output: output() }));
    }
    for (const update of pending) update();
  } finally {
    await Promise.all(terminals.map(async (terminal) => terminal.close()));
    rmSync(folder, { recursive: true });
  }
  for (const { picture, code, output } of pasted) {
    if (picture === undefined) continue;
    const lines = output.trim().replaceAll(folder, '~').split('\n');
    const { first, last } = picture;
    const shown =
      lines.length <= first + last ? lines : [...lines.slice(0, first), OMITTED, ...lines.slice(lines.length - last)];
    const path = picturePath(picture.name);
    writeFileSync(join(root, path), terminalSvg(code, shown));
    yield path;
  }
}
