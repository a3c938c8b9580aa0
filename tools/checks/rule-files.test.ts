import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { RULE_IDS, ruleEntry } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

/** Returns the names of the files of a folder that hold each rule's id, by id. */
function filesByRule(folder: string): ReadonlyMap<string, readonly string[]> {
  const sources = globSync('*.ts', { cwd: join(packages, folder) })
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => [basename(name, '.ts'), readFileSync(join(packages, folder, name), 'utf8')] as const);
  return new Map(
    RULE_IDS.map((id) => [id, sources.filter(([, text]) => text.includes(`'${id}'`)).map(([name]) => name)]),
  );
}

describe('the files of a rule', () => {
  const entries = filesByRule('schema/src/lib/rules');
  const checks = filesByRule('conformance/src/lib/judge/rules');

  it('has its entry in one file, named after its section', () => {
    expect(RULE_IDS.filter((id) => entries.get(id)?.length !== 1)).toEqual([]);
  });

  it('has its check in a file named after the file of its entry', () => {
    const strayed = RULE_IDS.filter((id) => {
      const section = entries.get(id)?.[0] ?? '';
      const named = checks.get(id) ?? [];
      return named.length > 0 && !named.some((name) => name === section || name.startsWith(`${section}-`));
    });
    expect(strayed).toEqual([]);
  });

  it('are three on average, if one body is enough to break it: its check, its breaches, and what is left', () => {
    const sources = globSync('*/src/**/*.ts', { cwd: packages })
      .filter((name) => !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(packages, name), 'utf8'));
    const ids = RULE_IDS.filter((id) => ruleEntry(id).seenBy === 'body');
    const named = ids.flatMap((id) => sources.filter((text) => text.includes(`'${id}'`)));

    expect(named.length / ids.length).toBeLessThanOrEqual(3);
  });
});
