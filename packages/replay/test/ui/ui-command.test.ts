import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from '../command-line.ts';
import { plannedReceiver } from '../planned-receiver.ts';
import { SECRET, ServedArchive, textOf } from './served-archive.ts';

let served: ServedArchive;

beforeEach(async () => {
  served = await ServedArchive.start();
});

afterEach(async () => {
  await served.end();
});

describe('idvkit ui', () => {
  it('prints the address, and ends when it is interrupted', async () => {
    const io = createTestIo({ cwd: served.sample.archive.folder });
    const write = io.stdout.write.bind(io.stdout);
    const printed = new Promise<string>((resolve) => {
      io.stdout.write = (text) => {
        write(text);
        resolve(String(text));
      };
    });
    const running = main(['ui', '.', '--port', '0'], io);
    expect(await printed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n$/);
    io.interrupt();
    expect(await running).toBe(0);
    expect(io.stderrText).toMatch(/IDV_WEBHOOK_SECRET is not set\nThe page has ended\n$/);
  });

  it('sends to the receiver of --to, also on another host, and to no other host', async () => {
    const io = createTestIo({ cwd: served.sample.archive.folder, env: { IDV_WEBHOOK_SECRET: SECRET } });
    const receiver = await plannedReceiver([204]);
    await served.sample.keep(['{}']);
    // This machine, by an address that is not among those of loopback.
    const to = `http://0.0.0.0:${new URL(receiver.url).port}/hook`;
    const running = main(['ui', '.', '--port', '0', '--to', to], io);
    await expect.poll(() => io.stdoutText).toContain('#token=');
    const page = ServedArchive.of(served.sample, { url: io.stdoutText.trim(), close: async () => {} });
    expect((await page.post('/page')).text).toContain(`value="${to}"`);
    const form = { target: to, times: '1', mode: 'as-is', shown: '1' };
    expect(textOf((await page.post('/send', form)).text)).toMatch(/ 1 delivered$/);
    const { status, text } = await page.post('/send', { ...form, target: 'http://other.example/hook' });
    expect([status, textOf(text)]).toEqual([400, expect.stringContaining('Cannot send to other.example')]);
    io.interrupt();
    expect(await running).toBe(0);
    await receiver.close();
  });

  it.each([
    [['--to', 'http://me:word@127.0.0.1/'], 'it has a user or password in it'],
    [['nowhere'], 'Cannot open the archive'],
    [['--port', 'x'], '--port'],
  ])('says what is wrong with %j', async (argv, message) => {
    const io = createTestIo({ cwd: served.sample.archive.folder });
    expect(await main(['ui', ...argv], io)).toBe(2);
    expect(io.stderrText).toContain(message);
  });

  it('says that a port is taken', async () => {
    const io = createTestIo({ cwd: served.sample.archive.folder });
    expect(await main(['ui', '.', '--port', new URL(served.origin).port], io)).toBe(2);
    expect(io.stderrText).toContain('Cannot listen on port');
  });
});
