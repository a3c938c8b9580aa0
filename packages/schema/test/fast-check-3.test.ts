import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const client = fileURLToPath(new URL('fast-check-3-client.ts', import.meta.url));

// In a process: files of tests share their modules.
it('the oldest fast-check that the package allows generates deliveries that are as the contract says', () => {
  const printed = execFileSync(process.execPath, ['--conditions=@idvkit/source', client], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual({
    version: expect.stringMatching(/^3\./),
    bodies: 30,
    refused: [],
    isRepeated: true,
    rulesWithoutBody: [],
  });
});
