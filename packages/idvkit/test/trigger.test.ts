import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { describe, expect, it, onTestFinished } from 'vitest';

import { main } from '../src/lib/main.ts';

const TYPES = ['submit_form', 'update_status', 'drop_off'] as const;

describe('idvkit trigger', () => {
  it('keeps every rule of idvkit in twenty runs of all types', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'idvkit-trigger-'));
    onTestFinished(() => rm(cwd, { recursive: true }));
    // So short a secret is a part of most headers.
    const env = { IDV_WEBHOOK_SECRET: 'e' };
    const capture = createTestIo({ cwd, env });
    const capturing = main(['capture', '--port', '0'], capture);
    await expect.poll(() => capture.stderrText).toMatch(/Capturing on (http:\S+)/);
    const [, url = ''] = /Capturing on (http:\S+)/.exec(capture.stderrText) ?? [];
    for (let seed = 1; seed <= 20; seed += 1) {
      const io = createTestIo({ env });
      const argv = ['trigger', TYPES[seed % TYPES.length] ?? '', '--to', url, '--seed', String(seed)];
      expect([await main(argv, io), io.stdoutText]).toEqual([0, 'Delivered\n']);
    }
    capture.interrupt();
    await capturing;

    const judged = createTestIo({ cwd });
    expect(await main(['check', 'idvkit.capture', '--json'], judged)).toBe(0);
    // The report of the command.
    const { rules } = JSON.parse(judged.stdoutText) as {
      readonly rules: readonly { readonly id: string; readonly verdict: string }[];
    };
    expect(rules.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')).toEqual([]);
    const passed = rules.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
    expect(passed).toEqual(expect.arrayContaining(['event.nounce.unique', 'delivery.content-type.json']));
  });
});
