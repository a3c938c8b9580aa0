import { createCallRoute } from '@idvkit/delivery';
import { stringAt } from '@idvkit/json';
import { request } from 'undici';

import { STATUS_STATES } from '../../observe/condition.ts';
import { messageBody } from '../../observe/message-body.ts';
import { readBounded } from '../calls/read-bounded.ts';
import { endpointPath } from '../calls/service-calls.ts';

const TIMEOUT_MS = 15_000;
/** A result is a few kilobytes, more with screening hits; longer ones are not read. */
const MAX_BYTES = 16 * 2 ** 20;

export interface StateQuestion {
  readonly baseUrl: string;
  readonly lang: string;
  readonly formSlug: string;
  readonly token: string;
  readonly slug: string;
}

/** Reads the state of an application, outside the run; undefined if the service does not show it now. */
export async function readState({
  baseUrl,
  lang,
  formSlug,
  token,
  slug,
}: StateQuestion): Promise<'open' | 'submitted' | 'expired' | 'deleted' | undefined> {
  const route = createCallRoute({});
  try {
    const { statusCode, body } = await request(`${baseUrl}${endpointPath('result', { lang, formSlug, slug })}`, {
      dispatcher: route.to(baseUrl),
      headers: { authorization: `Bearer ${token}` },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    if (statusCode !== 200) {
      await body.dump();
      return statusCode === 404 ? 'deleted' : undefined;
    }
    const { bytes, size } = await readBounded(body, { keepBytes: MAX_BYTES, stopBytes: MAX_BYTES });
    return STATUS_STATES.get(stringAt(messageBody(bytes, size).json, 'application', 'status'));
  } catch {
    return undefined;
  } finally {
    await route.close();
  }
}
