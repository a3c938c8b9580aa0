import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { Archive } from '@idvkit/archive';
import { send } from '@idvkit/replay';
import { request } from 'undici';

/** The outcome of killing captures that forward. */
export interface KilledForwards {
  readonly kills: number;
  readonly acknowledged: number;
  /** Acknowledged deliveries that the archive does not have. */
  readonly lost: readonly string[];
  /** Captures that the archive calls answered with 2xx, and that the receiver never had. */
  readonly wronglyForwarded: readonly number[];
  /** Acknowledged deliveries that the receiver does not have after all that were not passed on are sent. */
  readonly neverForwarded: readonly string[];
}

export interface KillForwardOptions {
  readonly folder: string;
  readonly kills: number;
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
}

const SENDERS = 8;

/** Kills a capture with -9 while it forwards what it keeps, over and over. Then sends what was not passed on. */
export async function killForward({ folder, kills, random }: KillForwardOptions): Promise<KilledForwards> {
  const received = new Set<string>();
  const receiver = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('error', () => {});
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      // A receiver that is busy or fails now and then.
      const status = random() < 0.1 ? 503 : 204;
      if (status === 204) received.add(Buffer.concat(parts).toString());
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with one.
  const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const acknowledged = new Set<string>();
  for (let kill = 0; kill < kills; kill += 1) {
    await killOnce({ folder, target, left: 1 + Math.floor(random() * 60), kill, acknowledged });
  }
  const archive = Archive.open(folder);
  const bodies = new Map<number, string>();
  for (const captured of archive.captures()) {
    bodies.set(captured.id, Buffer.concat(await archive.openBody(captured).toArray()).toString());
  }
  const kept = new Set(bodies.values());
  const wronglyForwarded = [...bodies].filter(
    ([id, body]) =>
      !received.has(body) &&
      archive
        .attemptsOf(id)
        .some(({ outcome }) => outcome !== 'started' && 'status' in outcome && outcome.status === 204),
  );
  const missed = [...archive.list({ receivers: ['missed'] })].map(({ captured }) => captured.id);
  if (missed.length > 0)
    await send({ archive, secret: 'secret', run: { captures: missed, targets: [target], retrySpacingMs: 1 } });
  // Retried three times, some may have failed four times.
  const failed = new Set([...archive.list({ receivers: ['missed'] })].map(({ captured }) => bodies.get(captured.id)));
  await archive.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  return {
    kills,
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((body) => !kept.has(body)),
    wronglyForwarded: wronglyForwarded.map(([id]) => id),
    neverForwarded: [...acknowledged].filter((body) => !received.has(body) && !failed.has(body)),
  };
}

async function killOnce({
  folder,
  target,
  left: count,
  kill,
  acknowledged,
}: {
  readonly folder: string;
  readonly target: string;
  readonly left: number;
  readonly kill: number;
  readonly acknowledged: Set<string>;
}): Promise<void> {
  const script = fileURLToPath(new URL('forwarding-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@idvkit/source', script, folder, target], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = line;
    break;
  }
  let left = count;
  let sent = 0;
  const post = async (): Promise<void> => {
    while (left > 0) {
      const body = `{"kill":${kill},"n":${(sent += 1)}}`;
      try {
        const answer = await request(url, { method: 'POST', body });
        await answer.body.dump();
        if (answer.statusCode === 204) acknowledged.add(body);
      } catch {
        // It was killed.
        return;
      }
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, post));
  child.kill('SIGKILL');
  await exited;
}
