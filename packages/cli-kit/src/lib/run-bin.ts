import type { Main } from './io.ts';

/** Oldest Node that the packages run on. */
const OLDEST_NODE = [22, 19] as const;

/** Milliseconds that sockets and timers left open may keep a command that has ended. */
const GRACE_MS = 500;

/**
 * Runs a command as the process that this is, and sets its exit code. The one place that does.
 *
 * Says so, with exit code 2, when Node is too old, before anything is loaded that such a Node could not load: hence the
 * function that imports the command.
 *
 * @example
 * // src/bin.ts
 * await runBin('idv-mock', async () => (await import('./lib/cli/main.ts')).main);
 */
export async function runBin(name: string, load: () => Promise<Main>): Promise<void> {
  const tooOld = nodeTooOld(process.versions.node);
  if (tooOld !== undefined) {
    process.stderr.write(`${name}: ${tooOld}\n`);
    process.exitCode = 2;
    return;
  }
  const [{ openProcess }, { reportFailure }] = await Promise.all([
    import('./process-io.ts'),
    import('./failure-message.ts'),
  ]);
  const opened = openProcess();
  const { io } = opened;
  const fail = (error: unknown): number => reportFailure(error, name, io);
  process.on('uncaughtException', (error) => process.exit(fail(error)));
  process.exitCode = await load()
    .then((main) => main(process.argv.slice(2), io))
    .catch(fail);
  await opened.flush();
  opened.releaseSignals();
  setTimeout(() => process.exit(), GRACE_MS).unref();
}

/** Says what is wrong with a version of Node, if anything. */
export function nodeTooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  const oldest = OLDEST_NODE.join('.');
  return `Cannot run on Node ${version}: it is too old.\nInstall Node ${oldest} or newer from https://nodejs.org.`;
}
