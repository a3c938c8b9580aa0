/**
 * Installs the packed packages next to other runtimes than that of the workspace, and runs `tools/consumers` in each: the lowest Node of
 * archives, the lowest Node of all other packages, Bun, Jest, the lowest Vitest, and a route of Next.js. Compiles with TypeScript 5 and 7 first. Ends with 1 if a
 * step fails. Downloads about 400 MB, so it is not a part of the test suite.
 *
 *     pnpm --filter @idvkit/schema run prove:runtimes
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { installConsumers } from '../packages/install-consumers.ts';

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

function lowestNode(packageFolder: string): string {
  const manifest = readFileSync(new URL(`../../packages/${packageFolder}/package.json`, import.meta.url), 'utf8');
  const { engines } = JSON.parse(manifest) as { engines: { node: string } }; // Our own manifest.
  return engines.node.replace(/^>=(\d+\.\d+)$/, '$1.0');
}

const [forArchives, forOthers] = [lowestNode('archive'), lowestNode('schema')];
/** Packages that do not open archives. Of conformance, the matcher does not either. */
const others = readdirSync(new URL('../../packages/', import.meta.url)).filter(
  (name) => lowestNode(name) === forOthers,
);
const { folder, run } = await installConsumers({
  bun: '^1.4.5',
  jest: '^30.5.2',
  next: '^16.4.6',
  'node-for-archives': `npm:node@${forArchives}`,
  'node-for-others': `npm:node@${forOthers}`,
  react: '^19.0.0',
  'react-dom': '^19.0.0',
});
const vitest4 = await installConsumers({ vitest: '4.1.0' });
writeFileSync(join(folder, 'next-route.ts'), NEXT_ROUTE);
const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
const entries = Object.keys(dependencies).filter((name) => name !== 'idvkit');

const bun = 'node_modules/bun/bin/bun.exe';
const old = 'node_modules/node-for-others/bin/node';
const runtimes = {
  [`Node ${forArchives}`]: 'node_modules/node-for-archives/bin/node',
  'Node of the workspace': process.execPath,
  Bun: bun,
};
const nextOptions = ['--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];

/** Commands by what they prove, in order: the compilers write what the runtimes run. */
const RUN_MOCK = `import { createMock } from '@idvkit/mock'; const mock = createMock(); await mock.listen(); await mock.close();`;

type Step = readonly [name: string, command: string, ...args: readonly string[]];

const steps: readonly Step[] = [
  ['TypeScript 5 compiles', process.execPath, 'node_modules/typescript-5/bin/tsc', '-p', '.'],
  ['TypeScript 7 compiles', process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.'],
  ...Object.entries(runtimes).flatMap(([name, runtime]) => [
    ...entries.map((entry) => [`${name} loads ${entry}`, runtime, 'load-entries.cjs', entry] as const),
    [`${name} runs libraries`, runtime, 'out/use-libraries.js'] as const,
    [`${name} runs ES modules`, runtime, 'out/use-modules.js'] as const,
    [`${name} runs CommonJS`, runtime, 'out/use-commonjs.cjs'] as const,
  ]),
  ...[...others, 'conformance'].map(
    (name) => [`Node ${forOthers} loads ${name}`, old, 'load-entries.cjs', `@idvkit/${name}`] as const,
  ),
  [`Node ${forOthers} runs libraries`, old, 'out/use-libraries.js'],
  [`Node ${forOthers} runs CommonJS`, old, 'out/use-commonjs.cjs'],
  [`Node ${forOthers} runs the matcher in Vitest`, old, 'node_modules/vitest/vitest.mjs', 'run', 'use-matcher.test.ts'],
  [`Node ${forOthers} runs the mock`, old, '--input-type=module', '--eval', RUN_MOCK],
  [
    `Node ${forArchives} runs commands`,
    'node_modules/node-for-archives/bin/node',
    'node_modules/idvkit/bin/idvkit.js',
    '--version',
  ],
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

/** Commands beside the lowest Vitest of the matcher, whose declarations merge only without their check. */
const vitest4Steps: readonly Step[] = [
  ['Vitest 4 runs the matcher', process.execPath, 'node_modules/vitest/vitest.mjs', 'run', 'use-matcher.test.ts'],
  ['Vitest 4 compiles', process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.', '--skipLibCheck', '--noEmit'],
];

/** Commands that an old Node refuses, each with its message. */
const refusals: readonly (readonly [name: string, message: RegExp, ...args: readonly string[]])[] = [
  [
    `Node ${forOthers} refuses the command`,
    /^idvkit: Cannot run on Node [\d.]+: it is too old\.\nInstall Node [\d.]+ or newer from .*\n$/,
    'node_modules/idvkit/bin/idvkit.js',
    '--version',
  ],
  [
    `Node ${forOthers} refuses to open an archive`,
    /ArchiveError: SQLite [\d.]+ of Node [\d.]+ can corrupt archives: [\d.]+ is needed/,
    '--input-type=module',
    '--eval',
    "import { Archive } from '@idvkit/archive'; Archive.create('deliveries');",
  ],
];

let failed = 0;
try {
  for (const [name, message, ...args] of refusals) {
    const stderr = await run(old, ...args).then(
      () => 'It ended without an error.',
      (error: unknown) => (error as { readonly stderr: string }).stderr, // As `execFile` rejects.
    );
    if (message.test(stderr)) process.stdout.write(`passed  ${name}\n`);
    else {
      failed += 1;
      process.stdout.write(`failed  ${name}\n${stderr}\n`);
    }
  }
  const all = [
    ...steps.map((step) => [run, step] as const),
    ...vitest4Steps.map((step) => [vitest4.run, step] as const),
  ];
  for (const [runInProject, [name, command, ...args]] of all) {
    rmSync(join(folder, 'deliveries'), { recursive: true, force: true });
    try {
      const { stdout, stderr } = await runInProject(command, ...args);
      if (command.includes('node-for-') && stderr !== '') throw new Error(`Prints to stderr: ${stderr}`);
      if (args[0] === 'load-entries.cjs' && stdout !== '[]\n') throw new Error(`Differs by way of loading: ${stdout}`);
      process.stdout.write(`passed  ${name}\n`);
    } catch (error) {
      failed += 1;
      const { stdout = '' } = error as { stdout?: string };
      process.stdout.write(`failed  ${name}\n${String(error)}\n${stdout}\n`);
    }
  }
} finally {
  for (const project of [folder, vitest4.folder]) rmSync(project, { recursive: true });
}
process.stdout.write(`${steps.length + vitest4Steps.length + refusals.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
