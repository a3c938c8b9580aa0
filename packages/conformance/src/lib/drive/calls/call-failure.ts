import { errorCode } from '@idvkit/delivery';

export interface CallFailure {
  readonly kind:
    | 'refused'
    | 'unresolved'
    | 'tls'
    | 'reset'
    | 'timed-out'
    | 'not-http'
    | 'too-large'
    | 'aborted'
    | 'other';
  /** One phrase without addresses, tokens or bodies. */
  readonly text: string;
}

const BY_CODE: Readonly<Record<string, CallFailure>> = {
  ECONNREFUSED: { kind: 'refused', text: 'connection refused' },
  ENOTFOUND: { kind: 'unresolved', text: 'host name not found' },
  EAI_AGAIN: { kind: 'unresolved', text: 'host name could not be looked up' },
  EHOSTUNREACH: { kind: 'refused', text: 'host unreachable' },
  ENETUNREACH: { kind: 'refused', text: 'network unreachable' },
  ECONNRESET: { kind: 'reset', text: 'connection reset' },
  EPIPE: { kind: 'reset', text: 'connection reset' },
  UND_ERR_SOCKET: { kind: 'reset', text: 'connection closed without an answer' },
  UND_ERR_CONNECT_TIMEOUT: { kind: 'timed-out', text: 'connecting timed out' },
  UND_ERR_HEADERS_OVERFLOW: { kind: 'not-http', text: 'headers of the answer too large' },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { kind: 'not-http', text: 'answer shorter or longer than its Content-Length' },
  EPROTO: { kind: 'tls', text: 'TLS handshake failed' },
};

export function callFailure(error: unknown): CallFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'HTTPParserError') return { kind: 'not-http', text: 'the answer is not HTTP' };
    const code = errorCode(cause);
    if (code === undefined) continue;
    const known = BY_CODE[code];
    if (known !== undefined) return known;
    if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || /CERT|SELF_SIGNED|UNABLE_TO_/.test(code)) {
      return { kind: 'tls', text: `TLS failed (${code})` };
    }
    return { kind: 'other', text: `call failed (${code})` };
  }
  return { kind: 'other', text: 'call failed' };
}
