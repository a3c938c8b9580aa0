/**
 * Compiles the scanner (`assembly/`) to WebAssembly and writes it, as text, to `src/lib/scan/wasm/scanner-binary.ts`, so that
 * neither bundlers nor browsers need to know of a file beside the code. Run it after a change there: `pnpm run scanner`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import asc from 'assemblyscript/asc';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** The module that holds the compiled scanner, as it should be. */
export async function compileScanner(): Promise<string> {
  let binary: Uint8Array | undefined;
  const { error } = await asc.main(
    ['assembly/scanner.ts', '-o', 'scanner.wasm', '--baseDir', folder, '--runtime', 'stub', '-O3', '--noAssert'].concat(
      ['--enable', 'simd', '--initialMemory', '271', '--memoryBase', '1536'],
    ),
    {
      writeFile: (_name, contents) => {
        binary = typeof contents === 'string' ? new TextEncoder().encode(contents) : contents;
      },
    },
  );
  if (error || !binary) throw new Error(`The scanner does not compile: ${error?.message ?? 'it came to nothing'}`);
  return `// Written by scripts/compile-scanner.ts from assembly/. Do not edit.\n/** The scanner, compiled to WebAssembly, in base64. */\nexport const SCANNER_BINARY: string =\n  '${Buffer.from(binary).toString('base64')}';\n`;
}

if (import.meta.main) {
  const file = new URL('../src/lib/scan/wasm/scanner-binary.ts', import.meta.url);
  const text = await compileScanner();
  let written = '';
  try {
    written = readFileSync(file, 'utf8');
  } catch {
    // It is about to be written.
  }
  if (text !== written) writeFileSync(file, text);
}
