import { request } from 'undici';

import { endpointPath } from '../drive/endpoint-path.ts';
import { stringAt } from '../observation/json.ts';

const TIMEOUT_MS = 15_000;
const STATES = { incomplete: 'open', complete: 'submitted', expired: 'expired' } as const;

/** Where an application is asked about, and as whom. */
export interface StateQuestion {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly lang: string;
  readonly formSlug: string;
  readonly token: string;
  readonly slug: string;
}

/**
 * Reads how far an application is from its result. The call is no part of a run: nothing is judged by it.
 *
 * @returns `undefined` where the service does not tell now.
 * @see Specification, "Get application result"
 */
export async function readState({
  baseUrl,
  lang,
  formSlug,
  token,
  slug,
}: StateQuestion): Promise<'open' | 'submitted' | 'expired' | 'deleted' | undefined> {
  try {
    const { statusCode, body } = await request(`${baseUrl}${endpointPath('result', { lang, formSlug, slug })}`, {
      headers: { authorization: `Bearer ${token}` },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    if (statusCode !== 200) {
      await body.dump();
      return statusCode === 404 ? 'deleted' : undefined;
    }
    const status = stringAt(await body.json(), 'application', 'status');
    return status !== undefined && Object.hasOwn(STATES, status) ? STATES[status as keyof typeof STATES] : undefined;
  } catch {
    return undefined;
  }
}
