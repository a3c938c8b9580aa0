/**
 * Measures what the proxy adds to a call: the same call on `idvkit mock` straight and through `idvkit proxy`, in turns,
 * each a process of its own. Prints the medians and their difference.
 *
 *     pnpm --filter @idvkit/conformance bench:proxy [calls]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

import { Pool } from 'undici';

const calls = Number(process.argv[2] ?? 2000);
const resolve = createRequire(import.meta.url);
const bin = (name: string): string =>
  resolve.resolve(`${name}/package.json`).replace('package.json', `bin/${name.replace('@idvkit/', 'idv-')}.js`);
const started: ChildProcess[] = [];

/** Starts a command and gives the first address that it says. */
async function start(name: string, argv: readonly string[], says: 'stdout' | 'stderr'): Promise<string> {
  const child = spawn(process.execPath, [bin(name), ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  for await (const line of createInterface({ input: child[says] })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (address === undefined) continue;
    // What it says later is read, so that it never waits for this.
    child.stdout.resume();
    child.stderr.resume();
    return address;
  }
  throw new Error(`${name} did not start`);
}

try {
  const direct = await start('@idvkit/mock', ['--port', '0', '--json'], 'stdout');
  const proxied = await start('@idvkit/conformance', ['proxy', '--port', '0', '--upstream', direct], 'stderr');
  const pools = [new Pool(direct, { connections: 1 }), new Pool(proxied, { connections: 1 })] as const;
  const headers = { authorization: 'Bearer idv_test_token' };
  const forms = '/en/api/forms/kyc-camera';
  const created = await pools[0].request({ method: 'POST', path: `${forms}/create/`, headers });
  const { detail } = (await created.body.json()) as { detail: { slug: string } };
  for (const endpoint of ['result', 'info']) {
    const path = `${forms}/applied-forms/${detail.slug}/${endpoint}/`;
    const took: [number[], number[]] = [[], []];
    let bytes = 0;
    for (let call = -200; call < calls; call += 1) {
      // Whoever goes first changes, so that neither gains by it.
      for (const way of call % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const began = performance.now();
        const { body } = await pools[way].request({ method: 'GET', path, headers });
        bytes = (await body.arrayBuffer()).byteLength;
        if (call >= 0) took[way].push(performance.now() - began);
      }
    }
    const [one, other] = took.map((times) => times.toSorted((a, b) => a - b));
    const at = (times: readonly number[] | undefined, part: number): number =>
      times?.[Math.floor((times.length - 1) * part)] ?? Number.NaN;
    const line = (part: number): string =>
      `${at(one, part).toFixed(2)} ms direct, ${at(other, part).toFixed(2)} ms through the proxy: ${(at(other, part) - at(one, part)).toFixed(2)} ms more`;
    process.stdout.write(`GET ${endpoint}, ${bytes} bytes, ${calls} calls each way\n`);
    process.stdout.write(`  median  ${line(0.5)}\n  95 %    ${line(0.95)}\n`);
  }
  await Promise.all(pools.map((pool) => pool.close()));
} finally {
  for (const child of started) child.kill();
}
