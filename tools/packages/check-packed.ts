/** Packs each package as it would be published and has publint and are-the-types-wrong look at the tarball. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

import { packPackages } from './pack-packages.ts';

/** Ways of resolving types that know no packages of ES modules only. */
const OTHER_RESOLUTIONS: readonly unknown[] = ['node10', 'node16-cjs'];

async function problemsOf(tarball: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true, level: 'error' });
  const types = await checkPackage(createPackageFromTarballData(tarball));
  const wrong = 'problems' in types ? types.problems : [];
  return [
    ...messages.map((message) => formatMessage(message, pkg) ?? message.code),
    ...wrong
      .filter((problem) => !('resolutionKind' in problem && OTHER_RESOLUTIONS.includes(problem.resolutionKind)))
      .map((problem) => JSON.stringify(problem)),
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'idvkit-packed-'));
const failed: string[] = [];
try {
  for (const [name, path] of packPackages(folder)) {
    const problems = await problemsOf(new Uint8Array(readFileSync(path)));
    failed.push(...problems.map((problem) => `${name}: ${problem}\n`));
  }
} finally {
  rmSync(folder, { recursive: true });
}

if (failed.length > 0) {
  process.stderr.write(failed.join(''));
  process.exitCode = 1;
} else {
  process.stdout.write('every package packs clean\n');
}
