/**
 * Installs the packed packages next to other runtimes than that of the workspace, and runs `tools/consumers` in each: the lowest Node that the
 * packages name, Bun, Jest, and a route of Next.js. Compiles with TypeScript 5 and 7 first. Ends with 1 if a step fails. Downloads about
 * 300 MB, so it is no part of the test suite.
 *
 *     pnpm --filter @idvkit/schema run prove:runtimes
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { installConsumers } from './install-consumers.ts';

/** The route of the guide, in the form that Next.js requires of one, called with a request of Next.js. */
const NEXT_ROUTE = `
import { strictEqual } from 'node:assert/strict';
import { fixtures } from '@idvkit/schema/fixtures';
import { createWebhookHandler } from '@idvkit/schema/receiver';
import { NextRequest } from 'next/server.js';

const seen: string[] = [];
const handler = createWebhookHandler({ secret: 'whsec', on: { submit_form: ({ application }) => void seen.push(application.slug) } });
export const POST = (request: Request) => handler(request);

type RouteHandler = (request: NextRequest, context: { params: Promise<object> }) => Promise<Response | void> | Response | void;
const route = { POST } satisfies { POST: RouteHandler };

const call = (secret: string): Promise<Response> => {
  const headers = { authorization: \`Bearer \${secret}\`, 'content-type': 'application/json' };
  const body = JSON.stringify(fixtures.submitForm());
  return route.POST(new NextRequest('https://client.example/hook', { method: 'POST', headers, body }));
};
strictEqual((await call('another')).status, 401);
strictEqual((await call('whsec')).ok, true);
strictEqual((await call('whsec')).ok, true);
await new Promise((resolve) => setImmediate(resolve));
strictEqual(seen.length, 1);
`;

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  engines: { node: string };
}; // Our own manifest.
const lowest = engines.node.replace(/^>=(\d+\.\d+)$/, '$1.0');
const { folder, run } = await installConsumers({
  bun: '^1.4.5',
  jest: '^30.5.2',
  next: '^16.4.6',
  node: lowest,
  react: '^19.0.0',
  'react-dom': '^19.0.0',
});
writeFileSync(join(folder, 'next-route.ts'), NEXT_ROUTE);
const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
const entries = Object.keys(dependencies).filter((name) => name !== 'idvkit');

const bun = 'node_modules/bun/bin/bun.exe';
const runtimes = {
  [`Node ${lowest}`]: 'node_modules/node/bin/node',
  'Node of the workspace': process.execPath,
  Bun: bun,
};
const nextOptions = ['--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];

/** Commands by what they prove, in order: the compilers write what the runtimes run. */
const steps: readonly (readonly [name: string, command: string, ...args: readonly string[]])[] = [
  ['TypeScript 5 compiles', process.execPath, 'node_modules/typescript-5/bin/tsc', '-p', '.'],
  ['TypeScript 7 compiles', process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.'],
  ...Object.entries(runtimes).flatMap(([name, runtime]) => [
    ...entries.map((entry) => [`${name} loads ${entry}`, runtime, 'load-entries.cjs', entry] as const),
    [`${name} runs ES modules`, runtime, 'out/use-modules.js'] as const,
    [`${name} runs CommonJS`, runtime, 'out/use-commonjs.cjs'] as const,
  ]),
  ['Bun runs TypeScript', bun, 'use-modules.ts'],
  [
    'Jest runs tests',
    process.execPath,
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
    '--testMatch',
    '**/use-jest.test.mjs',
  ],
  [
    'A route of Next.js compiles',
    process.execPath,
    'node_modules/typescript/bin/tsc',
    '--ignoreConfig',
    '--outDir',
    'out',
    ...nextOptions,
    'next-route.ts',
  ],
  ['A route of Next.js answers', process.execPath, 'out/next-route.js'],
];

let failed = 0;
try {
  for (const [name, command, ...args] of steps) {
    rmSync(join(folder, 'deliveries'), { recursive: true, force: true });
    try {
      const { stdout } = await run(command, ...args);
      if (args[0] === 'load-entries.cjs' && stdout !== '[]\n') throw new Error(`Differs by way of loading: ${stdout}`);
      process.stdout.write(`passed  ${name}\n`);
    } catch (error) {
      failed += 1;
      const { stdout = '' } = error as { stdout?: string };
      process.stdout.write(`failed  ${name}\n${String(error)}\n${stdout}\n`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.stdout.write(`${steps.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
