/**
 * Runs tests again and again, and prints a table with the names of what failed. Ends with 1 if something did.
 *
 *     pnpm run repeat                          the whole test command, 10 times: half of them next to busy loops
 *     pnpm run repeat --runs 200 FILE …        each test of files, in 5 processes: every other one next to busy loops
 *
 * Each run has another time zone, language and order of files. Its row has what repeats it.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs, stripVTControlCharacters } from 'node:util';

const TIME_ZONES = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Niue'];
const LANGUAGES = ['C', 'tr_TR.UTF-8', 'th_TH.UTF-8', 'ar_EG.UTF-8', 'de_DE.UTF-8', 'en_US.UTF-8', 'ja_JP.UTF-8'];

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '10' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs is "${values.runs}". Give a whole number above 0.`);

/** Processes that repeat the tests of files: a process for each time would load the packages each time. */
const PROCESSES = 5;
const [processes, repeats] = files.length === 0 ? [runs, 0] : [PROCESSES, Math.ceil(runs / PROCESSES) - 1];

/** What differs from one run to the next. */
interface Condition {
  /** Number of the run: the seed of the order of files. */
  readonly run: number;
  readonly load: 'idle' | 'busy';
  readonly TZ: string;
  readonly LANG: string;
}

interface Result {
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
  readonly names: readonly string[];
}

function conditionOf(run: number): Condition {
  const isBusy = files.length === 0 ? run > runs / 2 : run % 2 === 0;
  return {
    run,
    load: isBusy ? 'busy' : 'idle',
    TZ: TIME_ZONES[run % TIME_ZONES.length] ?? '',
    LANG: LANGUAGES[run % LANGUAGES.length] ?? '',
  };
}

/** Keeps every core busy, and two at least. @returns A function that ends it. */
function startBusyLoops(): () => void {
  const loops = Array.from({ length: Math.max(2, availableParallelism()) }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  return () => {
    for (const loop of loops) loop.kill();
  };
}

function outputOf(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('pnpm', command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.resume();
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: stripVTControlCharacters(output) }));
  });
}

async function runTests({ run, load, TZ, LANG }: Condition): Promise<Result> {
  const started = performance.now();
  const endLoops = load === 'busy' ? startBusyLoops() : () => {};
  try {
    const tests = files.length === 0 ? ['run', 'test'] : ['exec', 'vitest', 'run', ...files, `--repeats=${repeats}`];
    const order = ['--sequence.shuffle.files', `--sequence.seed=${run}`];
    const { code, output } = await outputOf([...tests, ...order], { ...process.env, TZ, LANG, LC_ALL: LANG });
    const [, passed = '0', failed = '0'] = /^(\d+) passed, (\d+) failed\b.*\n*$/m.exec(output.slice(-500)) ?? [];
    const [, names = ''] = /^Failed:\n((?: {2}.*\n)+)/m.exec(output) ?? [];
    return {
      seconds: Math.round((performance.now() - started) / 1000),
      passed: Number(passed),
      failed: Number(failed) || (code === 0 ? 0 : 1),
      names: names.split('\n').flatMap((name) => (name === '' ? [] : [name.trim()])),
    };
  } finally {
    endLoops();
  }
}

process.stdout.write('| run | load | TZ | LANG | seconds | passed | failed | names |\n');
process.stdout.write('| ---: | --- | --- | --- | ---: | ---: | ---: | --- |\n');
for (let run = 1; run <= processes; run += 1) {
  const condition = conditionOf(run);
  const result = await runTests(condition);
  const { seconds, passed, failed, names } = result;
  const cells = [...Object.values(condition), seconds, passed, failed, names.join('; ')];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
  if (failed > 0) process.exitCode = 1;
}
