/**
 * Runs the proofs with a random seed that it prints first: two at a time, whose output follows at their end, and then those that need the
 * machine for themselves. Ends with 1 if one of them fails.
 *
 *     pnpm run prove [--only NAME …] [--record]
 *
 * `IDVKIT_SEED` repeats a run. `--record` writes the results to docs/proofs.md.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs, stripVTControlCharacters } from 'node:util';

import { isProof, SEED } from '../testing/sample.ts';
import { type Proof, type ProofResult, PROOFS, PROOFS_DOCUMENT, proofsDocument } from './proofs.ts';
import recorded from './results.json' with { type: 'json' };

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, record: { type: 'boolean', default: false } },
});
const unknown = values.only?.filter((name) => !PROOFS.some((proof) => proof.name === name)) ?? [];
if (unknown.length > 0) {
  throw new Error(`Unknown proof "${unknown.join('", "')}". Name one of ${PROOFS.map(({ name }) => name).join(', ')}.`);
}

const seed = isProof ? SEED : randomInt(1_000_000_000);
process.stdout.write(`IDVKIT_SEED=${seed}\n`);

/** Number of proofs at a time. */
const LANES = 2;

/** @param print Takes what it prints, as it comes. */
function run({ name, package: folder }: Proof, print: (chunk: Buffer) => unknown): Promise<ProofResult> {
  const started = performance.now();
  const command =
    folder === undefined ? ['exec', 'vitest', 'run'] : ['--filter', `@idvkit/${folder}`, 'run', `prove:${name}`];
  return new Promise((resolve, reject) => {
    const env = { ...process.env, IDVKIT_SEED: String(seed) };
    const child = spawn('pnpm', command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      print(chunk);
      said = (said + chunk.toString()).slice(-10_000);
    });
    child.stderr.on('data', print);
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({
        passed: code === 0,
        seed,
        seconds: Math.round((performance.now() - started) / 1000),
        on: new Date().toISOString().slice(0, 10),
        said: stripVTControlCharacters(said).trimEnd().split('\n').at(-1) ?? '',
      });
    });
  });
}

const results: Record<string, ProofResult> = { ...recorded };
const lines: string[] = [];
async function prove(proof: Proof): Promise<void> {
  process.stdout.write(`${proof.name}: ${proof.proves}\n`);
  const held: Buffer[] = [];
  const result = await run(proof, (chunk) => (proof.isAlone ? process.stdout.write(chunk) : held.push(chunk)));
  results[proof.name] = result;
  const line = `${result.passed ? '✓' : '✗'} ${proof.name}, ${result.seconds} s: ${result.said}`;
  process.stdout.write(`${Buffer.concat(held).toString()}${line}\n\n`);
  lines.push(line);
  if (!result.passed) {
    process.exitCode = 1;
    lines.push(`  Repeat with IDVKIT_SEED=${seed} pnpm run prove --only ${proof.name}`);
  }
  if (!values.record) return;
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(new URL(`../../${PROOFS_DOCUMENT}`, import.meta.url), proofsDocument(results));
}

async function proveAll(proofs: readonly Proof[], lanes: number): Promise<void> {
  const left = [...proofs];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await prove(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const began = performance.now();
const wanted = PROOFS.filter(({ name }) => values.only?.includes(name) !== false);
await proveAll(
  wanted.filter(({ isAlone }) => isAlone !== true),
  LANES,
);
await proveAll(
  wanted.filter(({ isAlone }) => isAlone === true),
  1,
);
process.stdout.write(`${lines.join('\n')}\nAll of it took ${Math.round((performance.now() - began) / 60_000)} min\n`);
