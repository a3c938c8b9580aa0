import { PassThrough } from 'node:stream';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { describe, expect, it } from 'vitest';

import { createTerminalPerson } from '../../src/lib/cli/terminal-person.ts';
import type { PersonAnswer, PersonRequest } from '../../src/lib/drive/calls/person.ts';
import { createMain } from '../command-line.ts';

const request: PersonRequest = {
  need: 'submit',
  slug: 'n3uggz312g',
  formSlug: 'kyc',
  formUrl: 'https://idv.example.com/en/form/kyc/n3uggz312g/',
};

/** Asks at a terminal where somebody types `typed`. */
async function ask(typed: string, about = request): Promise<{ answer: PersonAnswer; io: TestIo }> {
  const io = createTestIo({ isTTY: true, stdin: typed, env: { NO_COLOR: '1' } });
  return { answer: await createTerminalPerson(io).ask(about, new AbortController().signal), io };
}

describe('createTerminalPerson()', () => {
  it.each([
    ['\n', 'done'],
    ['s\n', 'skip'],
    ['N\n', 'never'],
    ['q\n', 'leave'],
    ['', 'leave'],
  ] as const)('takes %j for %s', async (typed, meant) => {
    expect((await ask(typed)).answer).toBe(meant);
  });

  it('shows the form as a link and as a QR code, on stderr', async () => {
    const { io } = await ask('s\n');

    expect(io.stderrText).toContain('Fill in and submit this form');
    expect(io.stderrText).toContain(request.formUrl);
    expect(io.stderrText.split('\n').filter((line) => /^ {2}[█▀▄ ]{20,}$/.test(line)).length).toBeGreaterThan(10);
    expect(io.stdoutText).toBe('');
  });

  it('names the application for what is done in the portal', async () => {
    const { io } = await ask('s\n', { ...request, need: 'delete' });

    expect(io.stderrText).toContain('delete this application:\n  form kyc · application n3uggz312g');
    expect(io.stderrText).not.toContain('█');
  });

  it('asks again where the answer is none of these', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const io = createTestIo({ isTTY: true });
    const typed = ['what?\n', 's\n'];
    const stderr = {
      ...io.stderr,
      isTTY: true,
      write: (text: string | Uint8Array) => {
        if (text.toString().includes('Enter when it is done')) stdin.write(typed.shift() ?? 'q\n');
      },
    };

    expect(await createTerminalPerson({ ...io, stdin, stderr }).ask(request, new AbortController().signal)).toBe(
      'skip',
    );
  });

  it('goes on by itself when the service says that it is done', async () => {
    const seen = new AbortController();
    const io = createTestIo({ isTTY: true });
    const answer = createTerminalPerson({ ...io, stdin: Object.assign(new PassThrough(), { isTTY: true }) }).ask(
      request,
      seen.signal,
    );
    seen.abort();

    expect(await answer).toBe('done');
  });

  it('cannot ask without a terminal', async () => {
    const io = createTestIo({ env: { IDV_API_TOKEN: 'a token' } });
    const code = await createMain()(
      ['check', '--base-url', 'http://127.0.0.1:9', '--form-slug', 'kyc', '--interactive'],
      io,
    );

    expect(code).toBe(2);
    expect(io.stderrText).toContain('Cannot ask questions: --interactive needs a terminal');
  });

  it('needs a service to ask about', async () => {
    const io = createTestIo({ isTTY: true });
    const code = await createMain()(['check', '--interactive'], io);

    expect(code).toBe(2);
    expect(io.stderrText).toContain('no service to ask a person about is given');
  });
});
