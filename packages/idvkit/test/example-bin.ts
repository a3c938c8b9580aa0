import { once } from 'node:events';
import { writeSync } from 'node:fs';

import type { Main } from '@idvkit/cli-kit';

import { runBin } from '../src/lib/run-bin.ts';

/** A command with the habits that `runBin` has to cope with, run as a process of its own by its test. */
const main: Main = async ([command, ...rest], { stdout, stderr, signal }) => {
  switch (command) {
    case 'echo':
      stdout.write(`${rest.join(' ')}\n`);
      return 1;
    case 'throw':
      throw new Error('thrown');
    case 'throw-later':
      setImmediate(() => {
        throw new Error('thrown later');
      });
      await once(signal, 'abort');
      return 0;
    case 'leave-open':
      setInterval(() => {}, 1000);
      stdout.write('done\n');
      return 0;
    case 'large':
      for (let count = 0; count < 8; count += 1) stdout.write('x'.repeat(1_000_000));
      return 0;
    case 'until-interrupted':
      stderr.write('ready\n');
      setInterval(() => {}, 1000);
      await once(signal, 'abort');
      stdout.write('what is known\n');
      return 130;
    case 'for-ever':
      setInterval(() => {}, 1000);
      signal.addEventListener('abort', () => stderr.write('not yet\n'));
      stderr.write('ready\n');
      await new Promise(() => {});
      return 0;
    case 'stuck-at-exit':
      process.on('exit', () => {
        writeSync(2, 'stuck\n');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      });
      return 0;
    default:
      return 3;
  }
};

await runBin('example', () => Promise.resolve(main));
