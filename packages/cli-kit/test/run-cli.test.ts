import { InvalidArgumentError } from 'commander';
import { describe, expect, expectTypeOf, it } from 'vitest';

import {
  CliError,
  type CliOptions,
  collect,
  ExitCode,
  optionWithDefault,
  parseDuration,
  refusedSecret,
  runCli,
} from '../src/index.ts';
import { createTestIo, type TestIo, type TestIoOptions } from '../src/testing.ts';

interface Ran {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

const greeter: CliOptions['program'] = (program, { io, run }) =>
  program
    .description('Greets people')
    .argument('<person>')
    .option('--times <count>', 'how often', Number, 1)
    .option('--after <duration>', 'how long to wait', parseDuration)
    .option('--token <token>', 'what nobody may read')
    .action(
      run((person, { times, after }) => {
        expectTypeOf(person).toEqualTypeOf<string>();
        expectTypeOf(after).toEqualTypeOf<number | undefined>();
        io.stdout.write(`Hello ${person}\n`.repeat(times));
      }),
    );

async function running(
  argv: readonly string[],
  program: CliOptions['program'] = greeter,
  { io = createTestIo(), ...rest }: Partial<CliOptions> & { readonly io?: TestIo } = {},
): Promise<Ran> {
  const code = await runCli({ name: 'greet', version: '1.2.3', argv, io, program, ...rest });
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

const failing =
  (error: unknown): CliOptions['program'] =>
  (program, { run }) =>
    program.action(
      run(() => {
        throw error;
      }),
    );

const withIo = (options: TestIoOptions): { readonly io: TestIo } => ({ io: createTestIo(options) });

describe('runCli()', () => {
  it('runs the action with typed arguments and options', async () => {
    expect(await running(['Ada', '--times', '2'])).toEqual({ code: 0, stdout: 'Hello Ada\nHello Ada\n', stderr: '' });
  });

  it('ends as the action says', async () => {
    const program: CliOptions['program'] = (command, { run }) => command.action(run(() => ExitCode.findings));
    expect(await running([], program)).toEqual({ code: 1, stdout: '', stderr: '' });
  });

  it('ends as the action says though it was interrupted, where that is how it ends in order', async () => {
    const served = async (code: ExitCode | undefined): Promise<ExitCode> => {
      const io = createTestIo();
      io.interrupt();
      const program: CliOptions['program'] = (command, { serve }) => command.action(serve(() => code));
      return (await running([], program, { io })).code;
    };
    expect([await served(ExitCode.findings), await served(undefined)]).toEqual([1, 0]);
  });

  it('says in its help that an option may come again, rather than that it defaults to an empty list', async () => {
    const program: CliOptions['program'] = (command) =>
      command
        .option('--only <glob>', 'These alone', collect, [])
        .option('--to <address>', 'Where to', collect, ['home'])
        .option('--times <count>', 'How often', Number, 1);
    const { stdout } = await running(['--help'], program);
    expect(stdout).toContain('These alone; repeatable\n');
    expect(stdout).toContain('Where to (default: ["home"])');
    expect(stdout).toContain('How often (default: 1)');
  });

  it('shows a default as it is typed', async () => {
    const flags = '--for <duration>';
    const program: CliOptions['program'] = (command, { io, run }) =>
      command.addOption(optionWithDefault(flags, 'How long', [parseDuration, '1s'])).action(
        run((options) => {
          expectTypeOf(options.for).toEqualTypeOf<number>();
          io.stdout.write(`${options.for}\n`);
        }),
      );
    expect((await running(['--help'], program)).stdout).toContain('How long (default: 1s)\n');
    expect((await running([], program)).stdout).toBe('1000\n');
    expect((await running(['--for', '2s'], program)).stdout).toBe('2000\n');
  });

  it.each([
    [
      ['--token', 'hunter2'],
      'Cannot take a secret from --token: every process can read an argument.\nSet API_TOKEN, or',
    ],
    [['--token=hunter2'], 'Cannot take a secret from --token'],
    [['--tokn=hunter2'], "Unknown option '--tokn'."],
  ])('repeats no secret that is given as %j', async (argv, message) => {
    const program: CliOptions['program'] = (command, { run }) =>
      command.addOption(refusedSecret('--token <token>', 'API_TOKEN')).action(run(() => ExitCode.ok));
    const { code, stderr } = await running(argv, program);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain('hunter2');
    expect((await running(['--help'], program)).stdout).not.toContain('--token');
  });

  it('prints help to stdout when asked', async () => {
    const { code, stdout, stderr } = await running(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "Usage: greet [options] <person>

      Greets people

      Options:
        -V, --version       Print the version
        --times <count>     how often (default: 1)
        --after <duration>  how long to wait
        --token <token>     what nobody may read
        -h, --help          Print this help
      "
    `);
  });

  it('prints the version to stdout when asked', async () => {
    expect(await running(['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  });

  it('suggests the option that was meant', async () => {
    expect(await running(['Ada', '--tims', '2'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `greet: Unknown option '--tims'. Did you mean --times?\nRun "greet --help" to see what it takes.\n`,
    });
  });

  it('points to the help of the command whose option is wrong', async () => {
    const program: CliOptions['program'] = (greet, { run }) =>
      greet.command('twice').action(run(() => ExitCode.findings));
    expect(await running(['twice', '--tims', '3'], program)).toEqual({
      code: 2,
      stdout: '',
      stderr: `greet: Unknown option '--tims'.\nRun "greet twice --help" to see what it takes.\n`,
    });
  });

  it('suggests the command that was meant', async () => {
    const program: CliOptions['program'] = (command) => {
      command.command('capture').action(() => {});
      command.command('list').action(() => {});
    };
    const { code, stderr } = await running(['captur'], program);
    expect([code, stderr.split('\n')[0]]).toEqual([2, `greet: Unknown command 'captur'. Did you mean capture?`]);
  });

  it('says which option has a value it cannot read', async () => {
    const { code, stderr } = await running(['Ada', '--after', '30']);
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      `greet: Option '--after <duration>' argument '30' is invalid. Give a duration with its unit, such as 500ms, 30s or 5m.`,
    ]);
  });

  it('names a missing argument', async () => {
    const { code, stderr } = await running([]);
    expect([code, stderr.split('\n')[0]]).toEqual([2, `greet: Missing required argument 'person'.`]);
  });

  it('does not repeat arguments that it did not ask for: one may be a secret', async () => {
    const { code, stderr } = await running(['Ada', 'idv_secret']);
    expect([code, stderr.split('\n')[0]]).toEqual([2, 'greet: Too many arguments. Expected 1 argument but got 2.']);
    expect(stderr).not.toContain('idv_secret');
  });

  it('shows help on stderr, and fails, when the command is missing', async () => {
    const { code, stdout, stderr } = await running([], (program) => program.command('list').action(() => {}));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: greet [options] [command]');
  });

  it('applies to commands of commands as well', async () => {
    const { code, stdout, stderr } = await running(['list', '--al'], (program) =>
      program
        .command('list')
        .option('--all')
        .action(() => {}),
    );
    expect({ code, stdout, first: stderr.split('\n')[0] }).toEqual({
      code: 2,
      stdout: '',
      first: `greet: Unknown option '--al'. Did you mean --all?`,
    });
  });

  it('tells of a CliError what went wrong and what to do', async () => {
    const error = new CliError({
      code: 'port-in-use',
      message: 'Cannot listen on port 4010: it is in use.',
      fix: 'Choose another with --port.',
      cause: new Error('EADDRINUSE'),
    });
    expect(await running([], failing(error))).toEqual({
      code: 2,
      stdout: '',
      stderr: 'greet: Cannot listen on port 4010: it is in use.\nChoose another with --port.\n',
    });
  });

  it('ends as a CliError says', async () => {
    const error = new CliError({ code: 'x', message: 'M.', fix: 'F.', exitCode: ExitCode.inconclusive });
    expect((await running([], failing(error))).code).toBe(3);
  });

  it('tells of anything else in one line and where to report it', async () => {
    const { code, stdout, stderr } = await running([], failing(new TypeError('x is\nnot a function\u001B[2J')));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'greet: Unexpected failure: x is not a function\uFFFD[2J\n' +
        'This is a defect: please report it at https://github.com/idvkit/idvkit/issues. IDVKIT_DEBUG=1 shows where it happened.\n',
    );
  });

  it('tells of what is thrown and no Error', async () => {
    const { code, stderr } = await running([], failing('a string'));
    expect([code, stderr.split('\n')[0]]).toEqual([2, 'greet: Unexpected failure: a string']);
  });

  it('shows the stack when IDVKIT_DEBUG is 1', async () => {
    const { stderr } = await running([], failing(new Error('broken')), withIo({ env: { IDVKIT_DEBUG: '1' } }));
    expect(stderr).toMatch(/Error: broken\n\s+at /);
  });

  it('colours the name on a terminal', async () => {
    const { stderr } = await running(['--nothing'], greeter, withIo({ isTTY: true }));
    expect(stderr.startsWith('\u001B[31mgreet:\u001B[39m Unknown option')).toBe(true);
  });

  it.each([
    [new CliError({ code: 'x-lost', message: 'M.', fix: 'F.', exitCode: ExitCode.findings }), 'x-lost', 1],
    [new InvalidArgumentError('Give one of a and b.'), 'usage', 2],
    [new Error('broken'), 'unexpected', 2],
  ])('writes one line of JSON about a failure with --json: %s', async (error, code, exitCode) => {
    const program: CliOptions['program'] = (command, { run }) =>
      command.option('--json').action(
        run(() => {
          throw error;
        }),
      );
    const ran = await running(['--json'], program);
    expect({ ...ran, stderr: JSON.parse(ran.stderr) }).toMatchObject({
      code: exitCode,
      stdout: '',
      stderr: { error: { code, message: expect.stringMatching(/\S/), fix: expect.stringMatching(/\S/), exitCode } },
    });
    expect(ran.stderr).toMatch(/^[^\n]+\n$/);
  });

  it('ends with 130 once interrupted, whatever the action returns or throws', async () => {
    for (const throws of [false, true]) {
      const io = createTestIo();
      const ran = await running(
        [],
        (program, { run }) =>
          program.action(
            run(() => {
              io.interrupt();
              if (throws) io.signal.throwIfAborted();
              return ExitCode.findings;
            }),
          ),
        { io },
      );
      expect(ran).toEqual({ code: 130, stdout: '', stderr: '' });
    }
  });

  it('takes an InvalidArgumentError of an action for a wrong command line', async () => {
    const { code, stderr } = await running([], failing(new InvalidArgumentError('Give one of a and b.')));
    expect([code, stderr.split('\n')[0]]).toEqual([2, 'greet: Give one of a and b.']);
  });
});
