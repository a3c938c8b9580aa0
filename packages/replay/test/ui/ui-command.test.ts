import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from '../command-line.ts';
import { ServedArchive } from './served-archive.ts';

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

  it.each([
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
