import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createMock } from '@idvkit/mock';
import { beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../clients/', import.meta.url));
const document = fileURLToPath(new URL('../../packages/schema/openapi/openapi.json', import.meta.url));

/** Runs the command of a package of this folder, with this Node. */
function command(manifest: string, bin: string, ...args: string[]): Promise<unknown> {
  return run(process.execPath, [join(dirname(manifest), bin), ...args], { cwd: folder });
}

const inPackage = (name: string): string => join(folder, 'node_modules', name, 'package.json');

interface Used {
  readonly callAll: (
    fetch: (request: Request) => Promise<Response>,
    submit: (slug: string) => unknown,
  ) => Promise<unknown>;
}

beforeAll(async () => {
  await command(inPackage('openapi-typescript'), 'bin/cli.js', document, '-o', 'generated/openapi-typescript.ts');
  await command(
    inPackage('@hey-api/openapi-ts'),
    'bin/run.js',
    '-i',
    document,
    '-o',
    'generated/hey-api',
    '--no-log-file',
  );
});

describe('clients generated from the OpenAPI document', () => {
  it('compile, and take no nested answers', async () => {
    await expect(command(inPackage('typescript'), 'bin/tsc', '-p', '.')).resolves.toMatchObject({ stdout: '' });
  });

  it.each(['../clients/use-openapi-fetch.ts', '../clients/use-hey-api.ts'])(
    '%s gets along with the mock',
    async (path) => {
      const { callAll } = (await import(path)) as Used; // Both export it.
      const mock = createMock();

      const seen = await callAll(
        async (request) => mock.fetch(request),
        (slug) => mock.portal.submit(slug),
      );
      expect(seen).toEqual({
        statuses: [201, 200, 422, 200, 204, 422],
        isSubmitted: false,
        missing: expect.arrayContaining([expect.any(String)]),
        outcome: expect.stringMatching(/^(?:pass|pending)$/),
      });
      await mock.close();
    },
  );
});
