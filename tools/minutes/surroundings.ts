import { createServer, request, type Server } from 'node:http';

import { createMock } from '@idvkit/mock';

import { listen, stopListening } from '../../packages/delivery/src/index.ts';
import type { Addresses } from './minutes.ts';

/** Servers that stand for the reader's own: a staging service with a defect, and a receiver. */
export interface Surroundings extends AsyncDisposable {
  readonly addresses: Addresses;
}

/** Ports to use. 0: any free one. */
export interface Ports {
  readonly staging: number;
  /** Of the receiver that runs already. */
  readonly webhook: number;
}

/** Starts the surroundings of a minute. */
export async function startSurroundings(ports: Ports, started: Addresses['ports']): Promise<Surroundings> {
  const mock = createMock({ seed: 1, faults: ['auth.absent.403'] });
  const { port } = await mock.listen();
  const staging = withoutPortal(port);
  const receiver = createServer((incoming, response) => {
    incoming.resume().on('end', () => response.writeHead(204).end());
  });
  const host = '127.0.0.1';
  const stagingPort = await listen(staging, { port: ports.staging, host });
  const receiverPort = await listen(receiver, { port: ports.webhook, host });
  return {
    addresses: {
      staging: `http://${host}:${stagingPort}`,
      receiver: `http://${host}:${receiverPort}/hook`,
      ports: started,
    },
    [Symbol.asyncDispose]: async () => {
      await stopListening(staging);
      await stopListening(receiver);
      await mock.close();
    },
  };
}

/** Passes calls on to a mock. A live service has no portal that a run could use. */
function withoutPortal(port: number): Server {
  return createServer((incoming, response) => {
    const { method, url: path = '', headers } = incoming;
    if (path.startsWith('/_portal')) {
      response.writeHead(404).end();
      return;
    }
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
}
