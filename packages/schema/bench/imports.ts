/**
 * Measures the CPU time of importing each entry in a fresh process, without that of an empty process: the median of five
 * rounds, each of which measures every entry once. Reads `dist`; figures differ from machine to machine.
 *
 *     pnpm --filter @idvkit/schema bench
 */
import { execFileSync } from 'node:child_process';

const ROUNDS = 5;
const EMPTY = 'an empty process';
const entries = ['receiver', 'client', 'bearer', 'consumer'].map((name) => `@idvkit/schema/${name}`);

/** CPU time, in milliseconds, of a process that runs this code. */
function cpuOf(code: string): number {
  const print = 'const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1000));';
  const args = ['--input-type=module', '--eval', `${code}\n${print}`];
  return Number(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' }));
}

const measured = new Map<string, number[]>([EMPTY, ...entries].map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, times] of measured) times.push(cpuOf(name === EMPTY ? '' : `await import('${name}');`));
}

const medianOf = (times: readonly number[] = []): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
const empty = medianOf(measured.get(EMPTY));
process.stdout.write(`CPU time of imports, median of ${ROUNDS}; ${EMPTY} takes ${empty.toFixed(0)} ms\n`);
for (const name of entries) {
  const milliseconds = medianOf(measured.get(name)) - empty;
  process.stdout.write(`${name.padEnd(28)} ${milliseconds.toFixed(0).padStart(5)} ms\n`);
}
