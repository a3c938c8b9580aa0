import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that no system gives to whoever asks for any port, nor to outgoing connections. */
const MIN_PORT = 20_000;
const MAX_PORT = 32_767;

/**
 * Returns a TCP port of this machine that nothing listens on, and that no other caller gets while this process runs.
 *
 * The UDP port of the same number is the mark of a reservation: it stays taken, and TCP servers do not notice it.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = MIN_PORT + Math.floor(Math.random() * (MAX_PORT - MIN_PORT + 1));
    // oxlint-disable-next-line no-await-in-loop -- One port after the other.
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/** @returns Whether nobody had reserved it. */
async function reserve(port: number): Promise<boolean> {
  const mark = createSocket({ type: 'udp4', reusePort: false });
  try {
    const listening = once(mark, 'listening');
    mark.bind({ port, address: '127.0.0.1', exclusive: true });
    await listening;
  } catch {
    mark.close();
    return false;
  }
  mark.unref();
  return true;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return true;
}
