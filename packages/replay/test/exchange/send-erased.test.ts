import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from '../command-line.ts';
import { plannedReceiver, type PlannedReceiver } from '../planned-receiver.ts';
import { SECRET, useExchangeFolder } from './exchange-folder.ts';

const folder = useExchangeFolder();
let receiver: PlannedReceiver;

beforeEach(async () => {
  receiver = await plannedReceiver();
  await folder.writeArchive('a', [
    { body: 'one', second: 1 },
    { body: 'two', second: 2 },
    { body: 'three', second: 3 },
  ]);
});
afterEach(() => receiver.close());

const arrived = (): string[] => receiver.arrived.map(({ body }) => body.toString());
const GONE = 'FAIL  #2  not sent: it was erased since the run began\n';

describe('idvkit send, of captures that are erased', () => {
  it('sends the others if one is erased while it runs', async () => {
    receiver.plan.push('silence');
    const ended = folder.replay(['send', 'all', '--dir', 'a', '--to', receiver.url, '--timeout', '1s']);
    await receiver.count(1);
    await folder.replay(['archive', 'erase', '2', '--dir', 'a']);
    const { code, stdout } = await ended;

    expect([code, arrived()]).toEqual([1, ['one', 'three']]);
    expect(stdout).toContain(GONE);
  });

  it('resumes a run without what was erased since, also at the recorded pace', async () => {
    receiver.plan.push(204, 'silence');
    const io = createTestIo({ cwd: folder.cwd, env: { IDV_WEBHOOK_SECRET: SECRET } });
    const options = ['--rate', '10x'];
    const ended = main(['send', 'all', '--dir', 'a', '--to', receiver.url, ...options], io);
    await receiver.count(2);
    io.interrupt();
    expect(await ended).toBe(130);
    expect(io.stderrText).toMatch(/Continue with: idvkit send --resume \S+ --to \S+ --dir a\n/);

    await folder.replay(['archive', 'erase', '2', '--dir', 'a']);
    const { code, stdout } = await folder.replay(['send', '--resume', 'last', '--to', receiver.url, '--dir', 'a']);

    expect([code, arrived()]).toEqual([1, ['one', 'two', 'three']]);
    expect(stdout).toContain(GONE);
  });
});
