import type { Socket } from 'node:net';

import { buildConnector } from 'undici/index.js';

type Written = (error?: Error | null) => void;

/**
 * Returns a connector for an undici `Agent` whose sockets report a broken connection when they read, not when they write.
 *
 * A receiver may answer before it has read the whole body, 413 for instance, and close the connection. The next write then
 * fails, and Node would destroy the socket with the answer still unread. Here such a write stays pending: the answer is read,
 * or the end of the connection if there is none.
 */
export function answerFirstConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, connected) =>
    connect(target, (...result) => {
      const [error, socket] = result;
      if (error === null) holdBrokenWrites(socket);
      connected(...result);
    });
}

/* oxlint-disable no-underscore-dangle -- Node calls the methods so that write for a stream */
function holdBrokenWrites(socket: Socket): void {
  const held =
    (written: Written): Written =>
    (error) => {
      if (!isBrokenConnection(error)) written(error);
    };
  const write = socket._write.bind(socket);
  socket._write = (chunk: unknown, encoding, written) => write(chunk, encoding, held(written));
  const writev = socket._writev?.bind(socket);
  if (writev !== undefined) socket._writev = (chunks, written) => writev(chunks, held(written));
}
/* oxlint-enable no-underscore-dangle */

function isBrokenConnection(error: Error | null | undefined): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
}
