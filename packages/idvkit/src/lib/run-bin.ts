import type { Main } from '@idvkit/cli-kit';

/** Oldest Node for commands that open archives: its SQLite cannot corrupt them. */
const MIN_NODE = '24.15';

/** Milliseconds that sockets and timers left open may keep a command that has ended. */
const GRACE_MS = 500;

/**
 * Runs a command as the process that this is, and sets its exit code. The one place that does.
 *
 * If Node is too old, ends with one message and exit code 2, before it loads anything that such a Node could not load: hence the
 * function that imports the command.
 *
 * @example
 * // src/bin.ts
 * await runBin('idvkit', async () => (await import('./lib/main.ts')).main);
 */
export async function runBin(name: string, load: () => Promise<Main>): Promise<void> {
  const tooOld = nodeTooOld(process.versions.node);
  if (tooOld !== undefined) {
    const [message, fix] = tooOld.split('\n');
    const json = { error: { code: 'runtime-too-old', message, fix, exitCode: 2 } };
    process.stderr.write(`${process.argv.includes('--json') ? JSON.stringify(json) : `${name}: ${tooOld}`}\n`);
    process.exitCode = 2;
    return;
  }
  const { isJson, openProcess, reportFailure } = await import('@idvkit/cli-kit');
  const opened = openProcess();
  const { io } = opened;
  const argv = process.argv.slice(2);
  const fail = (error: unknown): number => reportFailure(error, { typed: name, json: isJson(argv) }, io);
  process.on('uncaughtException', (error) => process.exit(fail(error)));
  process.exitCode = await load()
    .then((main) => main(argv, io))
    .catch(fail);
  await opened.flush();
  opened.releaseSignals();
  setTimeout(() => process.exit(), GRACE_MS).unref();
}

/** Returns the message about a version of Node that is too old. */
export function nodeTooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_NODE.split('.').map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined;
  return `Cannot run on Node ${version}: it is too old.\nInstall Node ${MIN_NODE} or newer from https://nodejs.org.`;
}
