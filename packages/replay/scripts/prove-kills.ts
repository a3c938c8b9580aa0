/**
 * Kills captures, sends, forwards and prunes with -9 at random moments, and checks that nothing is lost that was acknowledged, and that no
 * byte is left of what was erased. Stopped, it continues where it was: groups of kills that passed are in the state file, which a whole proof removes.
 * Each process that is killed reads the sources of this checkout: change none of them meanwhile.
 *
 *     pnpm --filter @idvkit/replay run prove:archive [kills of each, default 100] [state file, default .prove-kills.json]
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SEED, seededRandom } from '../../../tools/testing/sample.ts';
import { crashSend } from '../test/crash-send.ts';
import { killCapture } from '../test/crash/kill-capture.ts';
import { killForward } from '../test/crash/kill-forward.ts';
import { killPrune } from '../test/crash/kill-prune.ts';

const [kills = '100', stateFile = '.prove-kills.json'] = process.argv.slice(2);
const GROUP = 25;

interface Group {
  readonly folder: string;
  readonly kills: number;
  readonly random: () => number;
}

interface Outcome {
  readonly faults: number;
  /** Deliveries that were acknowledged, or erased. */
  readonly counted: number;
}

const proofs: Readonly<Record<string, (group: Group) => Promise<Outcome>>> = {
  capture: async (group) => {
    const { lost, faults, acknowledged } = await killCapture({
      ...group,
      senders: 24,
      moves: 0.3,
      nodeArguments: ['--conditions=@idvkit/source'],
    });
    return { faults: lost.length + faults.length, counted: acknowledged };
  },
  send: async (group) => {
    const { wronglySent, lost } = await crashSend({ ...group, captures: 200 });
    return { faults: wronglySent + lost, counted: 200 };
  },
  forward: async (group) => {
    const { lost, wronglyForwarded, neverForwarded, acknowledged } = await killForward(group);
    return { faults: lost.length + wronglyForwarded.length + neverForwarded.length, counted: acknowledged };
  },
  prune: async (group) => {
    const { lost, faults, left, erased } = await killPrune(group);
    return { faults: lost.length + faults.length + left.length, counted: erased };
  },
};

type State = Record<string, { kills: number; counted: number; faults: number }>;
// Written by this script alone.
const state = JSON.parse(await readFile(stateFile, 'utf8').catch(() => '{}')) as State;

// A group of each in turn: stopped early, all have been killed about as often.
for (let most = GROUP; most < Number(kills) + GROUP; most += GROUP) {
  for (const [name, prove] of Object.entries(proofs)) {
    const done = (state[name] ??= { kills: 0, counted: 0, faults: 0 });
    const count = Math.min(most, Number(kills)) - done.kills;
    if (count <= 0) continue;
    const folder = await mkdtemp(join(tmpdir(), `idvkit-kills-${name}-`));
    const { faults, counted } = await prove({ folder, kills: count, random: seededRandom(SEED + done.kills) });
    done.kills += count;
    done.counted += counted;
    done.faults += faults;
    await writeFile(stateFile, `${JSON.stringify(state)}\n`);
    process.stderr.write(`${name}: ${done.kills} kills, ${done.counted} deliveries, ${done.faults} faults\n`);
    if (faults === 0) await rm(folder, { recursive: true });
    else process.exitCode = 1;
  }
}
await rm(stateFile, { force: true });
process.stdout.write(`${JSON.stringify(state)}\n`);
