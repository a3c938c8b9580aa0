import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { RunProblemError } from '../calls/run-problem.ts';
import { callOperatorFunction, fillPlaces, runOperatorCommand, type CommandOptions } from './operator-command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-operator-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const options: CommandOptions = { need: 'submit', timeoutMs: 10_000, environment: { IDV_API_TOKEN: 'tok-1234' } };

/** A command that runs a script of Node, and needs no shell. */
async function script(source: string, rest = ''): Promise<string> {
  const file = join(folder, 'command.mjs');
  await writeFile(file, source);
  return `${process.execPath} ${file} ${rest}`;
}

describe('fillPlaces()', () => {
  it('splits words before it fills them in, and needs no shell for them', () => {
    expect(fillPlaces('./ops/submit.sh  {slug} --form={formSlug}', { slug: 'a1', formSlug: 'kyc' }, 'submit')).toEqual({
      words: ['./ops/submit.sh', 'a1', '--form=kyc'],
      shell: false,
    });
  });

  it.each([
    ['a pipe', 'echo {slug} | ./submit'],
    ['quotes', "./submit '{slug}'"],
    ['a variable', './submit {slug} $HOME'],
    ['an assignment', 'A=1 ./submit {slug}'],
    ['a redirection', './submit {slug} > /dev/null'],
    ['a second command', './submit {slug}; ./after'],
  ])('asks for a shell where there is %s', (_, command) => {
    expect(fillPlaces(command, { slug: 'a1' }, 'submit')).toEqual({
      words: [command.replace('{slug}', 'a1')],
      shell: true,
    });
  });

  it('puts nothing into a command that a shell or a program could take for something else', () => {
    const text = fc.string({ minLength: 1 }).filter((slug) => !/^[A-Za-z0-9_][A-Za-z0-9._~-]*$/.test(slug));
    fc.assert(
      fc.property(
        fc.oneof(text, fc.constantFrom('$(id)', 'a b', '--help', '..', '~root', '../x', 'a;b', '`id`', 'ä', '')),
        (slug) => {
          expect(() => fillPlaces('./submit {slug}', { slug }, 'submit')).toThrow(RunProblemError);
        },
      ),
    );
  });

  it('does not mind a slug that the command has no place for', () => {
    expect(fillPlaces('./submit', { slug: '$(id)' }, 'submit').words).toEqual(['./submit']);
  });
});

describe('runOperatorCommand()', () => {
  it('passes slugs as words and secrets in the environment', async () => {
    const out = join(folder, 'out.json');
    const command = await script(
      `import { writeFileSync } from 'node:fs';
       writeFileSync(${JSON.stringify(out)}, JSON.stringify([process.argv.slice(2), process.env.IDV_API_TOKEN]));`,
      '{slug} {formSlug}',
    );
    await runOperatorCommand(command, { slug: 'a1', formSlug: 'kyc' }, options);

    expect(JSON.parse(await readFile(out, 'utf8'))).toEqual([['a1', 'kyc'], 'tok-1234']);
  });

  it('gives back what the command wrote', async () => {
    expect(await runOperatorCommand(await script('console.log(42)'), {}, options)).toBe('42\n');
  });

  it('runs in a shell what has shell syntax', async () => {
    expect(await runOperatorCommand('echo one && echo two', {}, options)).toBe('one\ntwo\n');
  });

  it('says how a command failed, with slugs and secrets masked', async () => {
    const command = await script(
      'console.error(`no ${process.argv[2]} for ${process.env.IDV_API_TOKEN}`); process.exit(3)',
      '{slug}',
    );
    const failing = runOperatorCommand(command, { slug: 'a1b2' }, options);

    await expect(failing).rejects.toMatchObject({
      problem: {
        code: 'operator-unusable',
        message: `Cannot submit: \`operator.submit\` ended with code 3: ${command} in ${process.cwd()}. It said: no [masked] for [masked]`,
      },
    });
  });

  it('says that there is no such command', async () => {
    await expect(runOperatorCommand('/no/such/command {slug}', { slug: 'a1' }, options)).rejects.toThrow(
      `Cannot submit: \`operator.submit\` could not be started (no such file): /no/such/command {slug} in ${process.cwd()}.`,
    );
  });

  it('runs in the folder that it is given', async () => {
    await writeFile(join(folder, 'here.sh'), 'basename "$PWD"', { mode: 0o755 });

    expect(await runOperatorCommand('sh ./here.sh', {}, { ...options, folder })).toBe(`${basename(folder)}\n`);
  });

  it('gives any slug in the environment, and refuses one in a command with a word about it', async () => {
    const slug = '-$(id) "a/b:c=d\n';
    const given = { ...options, environment: { IDV_SLUG: slug } };

    expect(await runOperatorCommand('printf %s "$IDV_SLUG"', {}, given)).toBe(slug);
    await expect(runOperatorCommand('./submit {slug}', { slug }, given)).rejects.toMatchObject({
      problem: { fix: 'Read it from the environment, as IDV_SLUG, in `operator.submit`: that is safe for any text.' },
    });
  });

  it('tells nothing of what Node.js refuses to start a command with', async () => {
    const refused = { ...options, environment: { IDV_FORM_URL: 'https://idv.example.com/\0/a1b2' } };

    await expect(runOperatorCommand('true', {}, refused)).rejects.toMatchObject({
      problem: { message: `Cannot submit: \`operator.submit\` could not be started: true in ${process.cwd()}.` },
    });
  });

  it('ends a command that takes too long, and whatever it started', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const server = createServer();
    try {
      await once(server.listen(0, '127.0.0.1'), 'listening');
      // A listening server on TCP has an address with a port.
      const { port } = server.address() as AddressInfo;
      const started = once(server, 'connection') as Promise<[Socket]>;
      const running = runOperatorCommand(`node -e "net.connect(${port})" & wait`, {}, options);
      const [socket] = await started;
      const ended = once(socket.resume(), 'close');
      vi.advanceTimersByTime(options.timeoutMs);

      await expect(running).rejects.toThrow('took longer than 10 s');
      await ended;
    } finally {
      server.close();
      vi.useRealTimers();
    }
  });

  it('does not wait for what a command leaves running', async () => {
    const endless = await script('setInterval(() => {}, 60000)');
    const pid = Number(await runOperatorCommand(`${endless} & echo $!`, {}, options));

    expect(process.kill(pid, 'SIGKILL')).toBe(true);
  });

  it('ends with the run', async () => {
    const interrupt = new AbortController();
    const running = runOperatorCommand(
      await script('setInterval(() => {}, 60000)'),
      {},
      { ...options, signal: interrupt.signal },
    );
    interrupt.abort(new Error('interrupted'));

    await expect(running).rejects.toThrow('interrupted');
  });
});

describe('callOperatorFunction()', () => {
  it('takes what a function returns for the output of a command', async () => {
    const asked: unknown[] = [];
    const act = (request: unknown): Promise<number> => Promise.resolve(asked.push(request));

    expect(await callOperatorFunction(act, { slug: 'a1' }, options)).toBe('1');
    expect(await callOperatorFunction(() => {}, {}, options)).toBe('');
    expect(asked).toEqual([{ slug: 'a1' }]);
  });

  it.each([
    ['throws', () => raise('no a1b2 for tok-1234')],
    ['rejects', () => Promise.reject(new Error('no a1b2 for tok-1234'))],
  ])('says what a function says that %s, with slugs and secrets masked', async (_, act) => {
    await expect(callOperatorFunction(act, { slug: 'a1b2' }, options)).rejects.toMatchObject({
      problem: {
        code: 'operator-unusable',
        message: 'Cannot submit: the function `operator.submit` threw an error. It said: no [masked] for [masked]',
      },
    });
  });

  it('says what went wrong with a slug that no URL can hold', async () => {
    await expect(callOperatorFunction(() => raise('no'), { slug: 'a\uD800' }, options)).rejects.toThrow('It said: no');
  });

  it('waits for a function no longer than for a command, and no longer than the run', async () => {
    const endless = (): Promise<void> => new Promise(() => {});
    const late = callOperatorFunction(endless, {}, { ...options, timeoutMs: 1 });
    await expect(late).rejects.toThrow('took longer than 0.001 s');

    const interrupt = new AbortController();
    const running = callOperatorFunction(endless, {}, { ...options, signal: interrupt.signal });
    interrupt.abort(new Error('interrupted'));
    await expect(running).rejects.toThrow('interrupted');
  });
});

function raise(message: string): never {
  throw new Error(message);
}
