import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';

/** PATH of the system: without the folders that pnpm and npx add for the commands that they start. */
const SYSTEM_PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/** A shell with the PATH of the system, into which blocks are pasted one after the other. */
export class Terminal {
  /** Everything that the blocks printed. */
  output = '';
  readonly #shell: ChildProcess;
  readonly #closed: Promise<unknown>;

  constructor(cwd: string, env: NodeJS.ProcessEnv) {
    this.#shell = spawn('bash', ['-uo', 'pipefail'], {
      cwd,
      detached: true,
      // Exit codes of blocks come through the fourth one.
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      env: { ...env, ...(env['FORCE_COLOR'] === undefined && { NO_COLOR: '1' }), PATH: SYSTEM_PATH },
    });
    this.#closed = once(this.#shell, 'close');
    for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
        this.#shell.emit('printed');
      });
    }
  }

  /**
   * Pastes a block. Variables keep their values for the next one.
   *
   * @param options.exit Expected exit code. If it is 0, the block ends, and the shell with it, at the first command that fails.
   * @param options.wait Words to wait for, if the block is a server that continues.
   * @returns The exit code, or `ready` as soon as the block has printed `wait`.
   */
  async paste(
    code: string,
    { exit = 0, wait }: { readonly exit?: number; readonly wait?: string } = {},
  ): Promise<number | 'ready'> {
    const from = this.output.length;
    const ended = new Promise<number>((resolve) => {
      this.#shell.once('exit', (status) => resolve(status ?? 1));
      this.#shell.stdio[3]?.once('data', (status: Buffer) => resolve(Number(status.toString())));
    });
    const ready = new Promise<'ready'>((resolve) => {
      this.#shell.on('printed', () => {
        if (wait !== undefined && this.output.includes(wait, from)) resolve('ready');
      });
    });
    this.#shell.stdin?.write(`set ${exit === 0 ? '-e' : '+e'}\n{ ${code}\n} < /dev/null\necho $? >&3\n`);
    return Promise.race([ended, ready]);
  }

  /** Ends the shell and everything that it started. */
  async close(): Promise<void> {
    try {
      process.kill(-(this.#shell.pid ?? 0), 'SIGKILL');
    } catch {
      // The group is empty: the shell has ended, and so has everything that it started.
    }
    await this.#closed;
  }
}
