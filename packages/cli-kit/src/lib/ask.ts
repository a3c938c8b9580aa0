import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

import type { Io } from './io.ts';

/** Asks on stderr and reads one line of stdin. @returns `undefined` when stdin ends or the command is interrupted. */
export function ask(
  { stdin, stderr, signal }: Pick<Io, 'stdin' | 'stderr' | 'signal'>,
  question: string,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted || stdin.readableEnded) return resolve(undefined);
    const output = new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        stderr.write(chunk);
        done();
      },
    });
    const lines = createInterface({ input: stdin, output, signal });
    lines.once('close', () => resolve(undefined));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
