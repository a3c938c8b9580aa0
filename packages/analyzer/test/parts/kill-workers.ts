import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../../idvkit/bin/idvkit.js', import.meta.url));

export interface KillOptions {
  readonly cwd: string;
  readonly url: string;
  /** Name of the queue. */
  readonly name: string;
  readonly parts: string;
  readonly workers: number;
  /** Workers that are killed at most. */
  readonly kills: number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Makes room when a worker ended because the disk is full. Without, that fails. */
  readonly onFullDisk?: () => void;
}

/**
 * Lets workers empty a queue, and kills one whenever a part is being written or was written, as chance wants it. Each is started
 * again. The last ones end by themselves.
 *
 * @returns How many were killed.
 */
export async function killWorkers({
  cwd,
  url,
  name,
  parts,
  workers,
  kills,
  random,
  onFullDisk,
}: KillOptions): Promise<number> {
  await mkdir(parts, { recursive: true });
  const running = new Set<ChildProcess>();
  let killed = 0;
  const watcher = watch(parts, () => {
    const [victim] = [...running].filter(({ killed: isDead }) => !isDead).sort(() => random() - 0.5);
    if (killed >= kills || random() < 0.25 || !victim) return;
    killed += 1;
    victim.kill('SIGKILL');
  });
  const env = { ...process.env, IDVKIT_QUEUE_NAME: name };
  const workOn = async (): Promise<void> => {
    for (;;) {
      const args = [bin, 'analyze', 'work', '--queue', url, '--parts', parts];
      const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      running.add(child);
      const [code] = (await once(child, 'exit')) as [number | null];
      running.delete(child);
      if (code === 0) return;
      // It was started while the server was away.
      if (stderr.includes('does not answer')) continue;
      if (onFullDisk && stderr.includes('the disk is full')) {
        onFullDisk();
        continue;
      }
      if (!child.killed) throw new Error(`A worker ended with ${code}: ${stderr}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, workOn));
  } finally {
    watcher.close();
    for (const child of running) child.kill('SIGKILL');
  }
  return killed;
}
