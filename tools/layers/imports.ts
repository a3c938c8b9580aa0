import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parseSync } from 'oxc-parser';

/** An import of one source file by another, types included; paths are relative to the folder that was read. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Returns every import between source files of a folder, without tests. */
export function importsWithin(folder: string): readonly Import[] {
  const files = globSync('**/*.ts', { cwd: folder }).filter((name) => !/\.(?:test|d)\.ts$/.test(name));
  const known = new Set(files);
  return files.flatMap((from) => {
    const { module } = parseSync(from, readFileSync(join(folder, from), 'utf8'));
    const targets = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ];
    return [...new Set(targets)]
      .filter((target) => target.startsWith('.'))
      .map((target) => ({ from, to: join(dirname(from), target) }))
      .filter(({ to }) => known.has(to));
  });
}
