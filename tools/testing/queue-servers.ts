import { connect } from 'node:net';

/** A server for queues that tests use. Each test uses its own name on it, and removes it. */
export interface QueueServer {
  readonly kind: 'Redis' | 'PostgreSQL';
  readonly url: string;
  /** False if no server answers: tests of it are skipped. */
  readonly isRunning: boolean;
}

const SERVERS = [
  ['Redis', process.env['IDVKIT_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379', 6379],
  ['PostgreSQL', process.env['IDVKIT_TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test', 5432],
] as const;

/** Finds the servers for queues: those that `IDVKIT_TEST_REDIS_URL` and `IDVKIT_TEST_POSTGRES_URL` name, or those of this machine. */
export function findQueueServers(): Promise<QueueServer[]> {
  return Promise.all(
    SERVERS.map(async ([kind, url, defaultPort]) => {
      const { hostname, port } = new URL(url);
      return { kind, url, isRunning: await answers(hostname, Number(port) || defaultPort) };
    }),
  );
}

function answers(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
