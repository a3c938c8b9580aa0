/**
 * Writes the images that documents show to docs/images: pages as JPEG, and the output of blocks as SVG. Run it after a build:
 * `pnpm run screenshots`, or with the names of some of them.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { createMock, DEFAULT_TOKEN, type Mock } from '@idvkit/mock';
import { Archive, startCapture } from '@idvkit/replay';
import { fixtures } from '@idvkit/schema/fixtures';

import { launchBrowser } from '../browser/test-browser.ts';
import { answerWithSite } from '../site/answer-with-site.ts';
import { recordBlocks } from './record-blocks.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const images = join(root, 'docs/images');
const folder = await mkdtemp(join(tmpdir(), 'idvkit-screenshots-'));
const bin = (name: string): string => join(root, 'node_modules/.bin', name);
const run = promisify(execFile);
const closing: (() => unknown)[] = [];

/** Writes the report of a run, whatever its exit code. */
async function reportOf(name: string, argv: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, IDV_API_TOKEN: DEFAULT_TOKEN }, maxBuffer: 100_000_000 };
  await run(bin('idvkit'), ['check', '--seed', '7', '--report', `html=${name}`, ...argv], options).catch(() => {});
  return pathToFileURL(join(folder, name)).href;
}

async function startMock(faults: readonly string[] = []): Promise<{ readonly mock: Mock; readonly url: string }> {
  const mock = createMock({ seed: 7, faults });
  closing.push(() => mock.close());
  return { mock, url: (await mock.listen({ port: 0 })).url };
}

/** Creates an application, and submits it if `checks` are given. Returns its slug. */
async function createApplication(
  url: string,
  mock: Mock,
  checks?: Parameters<Mock['portal']['submit']>[1],
): Promise<string> {
  const headers = { authorization: `Bearer ${DEFAULT_TOKEN}` };
  const response = await fetch(`${url}/en/api/forms/kyc-camera/create/`, { method: 'POST', headers });
  const { detail } = (await response.json()) as { detail: { slug: string } }; // Our own mock.
  if (checks !== undefined) mock.portal.submit(detail.slug, checks);
  return detail.slug;
}

/** Fills an archive and serves its page. */
async function replayPage(): Promise<string> {
  const archive = Archive.create(join(folder, 'deliveries'));
  const capture = await startCapture({ archive, port: 0, answers: [204], secret: 'whsec-demo', now: () => new Date() });
  const bodies = [
    fixtures.submitForm({ seed: 1, outcome: 'pass' }),
    fixtures.submitForm({ seed: 2, outcome: 'need_review', aml: 'found' }),
    fixtures.updateStatus({ seed: 3 }),
    fixtures.dropOff({ seed: 4 }),
    fixtures.submitForm({ seed: 5, outcome: 'fail' }),
  ];
  const headers = { authorization: 'Bearer whsec-demo', 'content-type': 'application/json' };
  for (const body of bodies) await fetch(capture.url, { method: 'POST', headers, body: JSON.stringify(body) });
  await capture.close();
  await archive.close();
  const env = { ...process.env, IDV_WEBHOOK_SECRET: 'whsec-demo' };
  const page = spawn(bin('idvkit'), ['ui', 'deliveries', '--port', '0'], { cwd: folder, env });
  closing.push(() => page.kill());
  let text = '';
  for await (const chunk of page.stdout) {
    text += String(chunk);
    const [address] = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(text) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`idvkit ui printed no address: ${text}`);
}

/** Builds the documentation site and serves it. */
async function site(): Promise<string> {
  await run('pnpm', ['--filter', '@idvkit/site', 'run', 'site'], { cwd: root });
  return serve(answerWithSite);
}

/** Serves until the script ends. Returns the address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  closing.push(() => server.close().closeAllConnections());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // A listening server on TCP has a port.
}

/** Addresses of the pages. */
const PAGES: Readonly<Record<string, () => Promise<string>>> = {
  'report-green': () => reportOf('green.html', []),
  'report-red': async () => {
    const { url } = await startMock(['auth.absent.403', 'create.status.201', 'answers.dates.iso']);
    return reportOf('red.html', ['--base-url', url]);
  },
  analyzer: async () => {
    const { mock, url } = await startMock();
    const slug = await createApplication(url, mock, { aml: 'huge', amlBytes: 3_000_000 });
    const headers = { authorization: `Bearer ${DEFAULT_TOKEN}` };
    const result = await fetch(`${url}/en/api/forms/kyc-camera/applied-forms/${slug}/result/`, { headers });
    await writeFile(join(folder, 'payload.json'), Buffer.from(await result.arrayBuffer()));
    await run(bin('idvkit'), ['analyze', 'payload.json', '--report', 'html=payload.html'], { cwd: folder });
    return pathToFileURL(join(folder, 'payload.html')).href;
  },
  replay: replayPage,
  form: async () => {
    const { mock, url } = await startMock();
    return `${url}/en/form/kyc-camera/${await createApplication(url, mock)}/`;
  },
  console: async () => {
    const { mock, url } = await startMock();
    let deliveries = 0;
    const receiver = await serve((request, response) => {
      deliveries += 1;
      request.resume().on('end', () => response.writeHead(deliveries === 1 ? 503 : 204).end());
    });
    mock.portal.addWebhook({ url: receiver, secret: 'whsec-demo' });
    for (const checks of [{ aml: 'pep' }, { score: 64 }, {}, undefined] as const)
      await createApplication(url, mock, checks);
    return `${url}/_portal/`;
  },
  site,
};

/** Pages that documents show, and in which colours. */
const SHOWN: Readonly<Record<string, readonly ('light' | 'dark')[]>> = {
  'report-red': ['light', 'dark'],
  analyzer: ['light'],
  replay: ['light'],
  console: ['light'],
};

const names = process.argv.slice(2);
await mkdir(images, { recursive: true });
for await (const path of recordBlocks(names)) process.stdout.write(`${path}\n`);
const wanted = names.length > 0 ? names.filter((name) => Object.hasOwn(PAGES, name)) : Object.keys(SHOWN);
const browser = await launchBrowser();
try {
  for (const name of wanted) {
    const address = (await PAGES[name]?.()) ?? '';
    for (const colorScheme of SHOWN[name] ?? (['light', 'dark'] as const)) {
      const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 860 } });
      const page = await context.newPage();
      await page.goto(address, { waitUntil: 'load' });
      await page.waitForTimeout(700);
      const path = join(images, `${name}-1280-${colorScheme}.jpg`);
      await page.screenshot({ path, type: 'jpeg', quality: 72 });
      await context.close();
      process.stdout.write(`${path}\n`);
    }
  }
} finally {
  await browser.close();
  for (const close of closing) await close();
  await rm(folder, { recursive: true, force: true });
}
