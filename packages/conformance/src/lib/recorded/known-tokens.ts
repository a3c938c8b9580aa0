import { TOKEN_ENDPOINTS, type Condition, type Credential } from '../observe/condition.ts';
import { headerOf } from '../observe/headers.ts';
import type { RecordedCall } from './har-entry.ts';

export interface RecognisedCall extends RecordedCall {
  readonly endpoint: Condition['endpoint'];
}

const OTHER_SCHEME = /^(?:Basic|Digest|Negotiate|Token) +\S/i;
/** Placeholders for a token: one may stand for several tokens. */
const REDACTED = /^[[({<]*(?:masked|redacted|removed|hidden|filtered|secret|token|your.token|x+|\*+|•+|\.+)[\])}>]*$/i;

/**
 * Infers the credential of each call. An accepted token was valid then and before. A missing header proves something only
 * if the recording keeps such headers: many exporters drop them.
 */
export class KnownTokens {
  readonly #acceptedAt = new Map<string, number>();
  readonly #keepsHeaders: boolean;
  readonly #invalid: ReadonlySet<string>;

  /** @param options `keepsHeaders`: the recording keeps every header. `invalid`: tokens known to be invalid. */
  constructor(
    calls: readonly RecognisedCall[],
    {
      keepsHeaders = false,
      invalid = new Set(),
    }: { readonly keepsHeaders?: boolean; readonly invalid?: ReadonlySet<string> | undefined } = {},
  ) {
    this.#invalid = invalid;
    this.#keepsHeaders =
      keepsHeaders || calls.some(({ requestHeaders }) => headerOf(requestHeaders, 'authorization') !== undefined);
    for (const call of calls) {
      const token = tokenOf(call);
      if (token === undefined || invalid.has(token) || !isAccepted(call)) continue;
      this.#acceptedAt.set(token, Math.max(this.#acceptedAt.get(token) ?? -Infinity, call.at));
    }
  }

  credentialOf(call: RecognisedCall): Credential {
    const header = headerOf(call.requestHeaders, 'authorization');
    if (header === undefined) return this.#keepsHeaders && call.requestHeaders.length > 0 ? 'absent' : 'unknown';
    if (OTHER_SCHEME.test(header)) return 'other-scheme';
    const token = tokenOf(call);
    if (token !== undefined && this.#invalid.has(token)) return 'invalid';
    if (isAccepted(call)) return 'valid';
    // Another token may belong to another workspace, with other forms and applications.
    if (token === undefined || REDACTED.test(token) || this.#acceptedAt.size > 1) return 'unknown';
    const accepted = this.#acceptedAt.get(token);
    return accepted !== undefined && accepted >= call.at ? 'valid' : 'unknown';
  }
}

function tokenOf({ requestHeaders }: Pick<RecordedCall, 'requestHeaders'>): string | undefined {
  return /^Bearer +(\S+)$/.exec(headerOf(requestHeaders, 'authorization') ?? '')?.[1];
}

/** Checks that the service accepted a credential: a success where one is always needed. */
function isAccepted({ endpoint, answer, requestHeaders }: RecognisedCall): boolean {
  const status = answer?.status ?? 0;
  const isPresent = headerOf(requestHeaders, 'authorization') !== undefined;
  return isPresent && TOKEN_ENDPOINTS.some((each) => each === endpoint) && status >= 200 && status < 300;
}
