import { isObject, type JsonObject } from '@idvkit/json';
import { Agent, request } from 'undici';

import { callFailure } from '../calls/call-failure.ts';
import { RunProblemError } from '../calls/run-problem.ts';

const TIMEOUT_MS = 20_000;

/** Calls the portal of an idvkit mock. */
export class PortalClient {
  readonly #base: string;
  readonly #agent: Agent;

  /** @param base Address of the portal or of a workspace in it, without a slash at its end. */
  constructor(base: string, agent: Agent = new Agent()) {
    this.#base = base;
    this.#agent = agent;
  }

  /** The same portal, at a path below this one. */
  below(path: string): PortalClient {
    return new PortalClient(`${this.#base}/${path}`, this.#agent);
  }

  /** Calls `path`. @returns The JSON object of the answer; an empty one where it is empty. @throws {RunProblemError} */
  async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<JsonObject> {
    try {
      const answer = await request(`${this.#base}/${path}`, {
        method,
        dispatcher: this.#agent,
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw refused(method, path, `answered ${answer.statusCode}`);
      const json: unknown = text === '' ? {} : JSON.parse(text);
      return isObject(json) ? json : { items: json };
    } catch (cause) {
      if (cause instanceof RunProblemError) throw cause;
      throw refused(
        method,
        path,
        cause instanceof SyntaxError ? 'did not answer JSON' : callFailure(cause).text,
        cause,
      );
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function refused(method: string, path: string, how: string, cause?: unknown): RunProblemError {
  // What comes after the first segment may be a slug.
  const place = path.split('/', 1)[0] ?? '';
  return new RunProblemError({
    code: 'operator-unusable',
    message: `Cannot use the portal of the mock: ${method} ${place} ${how}.`,
    fix: 'Use the mock of the same idvkit release, or set `portal` to `never`.',
    cause,
  });
}
