import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

import { readSecret, systemErrorState, type Io } from '@idvkit/cli-kit';
import { createCallRoute, listen as startListening } from '@idvkit/delivery';
import type { IdvkitConfig } from '@idvkit/schema/formats';
import { request } from 'undici';

import { callFailure } from '../drive/calls/call-failure.ts';
import { RunProblemError } from '../drive/calls/run-problem.ts';
import { listenAddress } from '../drive/calls/run-settings.ts';
import type { DoctorCheck } from './doctor-check.ts';

const TIMEOUT_MS = 15_000;
const HEADER = 'idvkit-doctor';

/** Checks that a call to the public address of the receiver arrives where a run listens, and that its secret is set. */
export async function checkReceiver(
  receiver: IdvkitConfig['receiver'],
  io: Pick<Io, 'env' | 'cwd'>,
): Promise<readonly DoctorCheck[]> {
  const { url, listen, secret: configured } = receiver ?? {};
  if (url === undefined) {
    const text = 'no address: deliveries of a live service are not checked';
    return [{ about: 'receiver', state: 'note', text, fix: 'Set `receiver.url` and `receiver.listen`.' }];
  }
  const secret = await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET', configured });
  const secretCheck: DoctorCheck =
    secret === undefined
      ? {
          about: 'webhook secret',
          state: 'failed',
          text: 'missing',
          fix: 'Set IDV_WEBHOOK_SECRET to the secret that you entered in the portal.',
        }
      : { about: 'webhook secret', state: 'ok', text: 'set' };
  if (listen === undefined) {
    const fix = 'Set `receiver.listen` to the HOST:PORT that the address leads to.';
    return [secretCheck, { about: 'receiver', state: 'failed', text: 'it listens on any free port', fix }];
  }
  return [secretCheck, await arrives(url, listen)];
}

async function arrives(url: string, listen: string): Promise<DoctorCheck> {
  const about = 'receiver';
  const mark = randomUUID();
  let isSeen = false;
  const server = createServer((call, answer) => {
    const isOwn = call.headers[HEADER] === mark;
    isSeen ||= isOwn;
    // A delivery of the service is not kept here: after a 5xx, the service sends it again.
    answer.writeHead(isOwn ? 204 : 503).end();
  });
  const route = createCallRoute({ connect: { timeout: TIMEOUT_MS } });
  try {
    await startListening(server, listenAddress(listen));
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { body } = await request(url, { headers: { [HEADER]: mark }, dispatcher: route.to(url), signal });
    await body.dump();
    if (isSeen) return { about, state: 'ok', text: `a call from this machine to its address arrives on ${listen}` };
    const fix = `Point the tunnel or the proxy of the address at ${listen}.`;
    return { about, state: 'failed', text: 'its address is answered by something else', fix };
  } catch (error) {
    if (error instanceof RunProblemError)
      return { about, state: 'failed', text: `cannot listen on ${listen}`, fix: error.problem.fix };
    const isOwn = error instanceof Error && 'syscall' in error && error.syscall === 'listen';
    const text = isOwn ? `cannot listen on ${listen}: ${systemErrorState(error)}` : callFailure(error).text;
    const fix = isOwn
      ? 'Choose another `receiver.listen`, or end what listens there.'
      : `Check \`receiver.url\`, and that its tunnel or proxy leads to ${listen}.`;
    return { about, state: 'failed', text, fix };
  } finally {
    server.closeAllConnections();
    server.close();
    await route.close();
  }
}
