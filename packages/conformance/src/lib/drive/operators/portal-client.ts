import type { PortalClient, PortalRequest } from '@idvkit/mock';
import { Agent, request, type Dispatcher } from 'undici';

import { callFailure } from '../calls/call-failure.ts';
import { RunProblemError } from '../calls/run-problem.ts';

const TIMEOUT_MS = 20_000;

export interface OpenPortal {
  /** Its methods reject with a {@link RunProblemError} if the mock is unreachable, refuses, or is another release. */
  readonly portal: PortalClient;
  readonly close: () => Promise<void>;
}

export async function openPortal(origin: string): Promise<OpenPortal> {
  // Live targets do not need the mock, nor its memory.
  const { createPortalClient } = await import('@idvkit/mock');
  const agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  const portal = createPortalClient(async (call, read) => {
    const text = await answerOf(origin, call, agent);
    try {
      return read(text === '' ? undefined : JSON.parse(text));
    } catch (cause) {
      throw refused(call, 'gave an answer that is not expected of it', cause);
    }
  });
  return { portal, close: () => agent.destroy() };
}

async function answerOf(origin: string, call: PortalRequest, dispatcher: Dispatcher): Promise<string> {
  const { method, path, body } = call;
  try {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await request(`${origin}/_portal${path}`, { method, dispatcher, ...sent });
    const text = await answer.body.text();
    if (answer.statusCode < 300) return text;
    throw refused(call, `answered ${answer.statusCode}`);
  } catch (cause) {
    throw cause instanceof RunProblemError ? cause : refused(call, callFailure(cause).text, cause);
  }
}

function refused({ method, path }: PortalRequest, how: string, cause?: unknown): RunProblemError {
  // Later segments may be slugs.
  const [, operation = ''] = path.split(/[/?]/, 2);
  return new RunProblemError({
    code: 'operator-unusable',
    message: `Cannot use the portal of the mock: ${method} ${operation} ${how}.`,
    fix: 'Use the mock of the same idvkit release, or set `portal` to `never`.',
    cause,
  });
}
