import type { AttemptOutcome, FailureReason } from './delivery-attempt.ts';

const REASONS: Readonly<Record<string, FailureReason>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  EPROTO: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  HOSTNAME_MISMATCH: 'tls',
};

/** Sorts an error of the HTTP client. Its message is dropped: it may repeat a header or an address. */
export function connectionFailure(error: unknown): Extract<AttemptOutcome, { kind: 'failed' }> {
  // An answer that is not HTTP: the client names it, but gives it no code.
  if (error instanceof Error && error.name === 'HTTPParserError') return { kind: 'failed', reason: 'reset' };
  const code = errorCode(error);
  if (code === undefined) return { kind: 'failed', reason: 'unreachable' };
  return { kind: 'failed', reason: REASONS[code] ?? reasonByPrefix(code), code };
}

function reasonByPrefix(code: string): FailureReason {
  return /^(ERR_TLS_|ERR_SSL_|CERT_)/.test(code) ? 'tls' : 'unreachable';
}

/** The code of an error, or of the first of the addresses that were tried. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? errorCode(error.errors[0]) : undefined;
}
