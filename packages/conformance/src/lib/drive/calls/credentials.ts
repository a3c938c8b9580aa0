import type { Credential } from '../../observe/condition.ts';

/** A credential as a call presents it. */
export interface Presented {
  readonly kind: Credential;
  /** Value of the Authorization header; the call carries none where it is absent. */
  readonly authorization?: string;
}

/** The credentials that a run presents. */
export interface Credentials {
  readonly valid: Presented;
  readonly absent: Presented;
  /** A token that no workspace has. */
  readonly invalid: Presented;
  /** An Authorization header of another scheme, or without a token in it. */
  readonly otherSchemes: readonly Presented[];
}

/** Makes a bearer credential of `token`. */
export function bearer(token: string, kind: Credential = 'valid'): Presented {
  return { kind, authorization: `Bearer ${token}` };
}

/**
 * Makes the credentials of a run.
 *
 * @param wrongToken A token that is not valid anywhere.
 */
export function createCredentials(token: string, wrongToken: string): Credentials {
  return {
    valid: bearer(token),
    absent: { kind: 'absent' },
    invalid: bearer(wrongToken, 'invalid'),
    otherSchemes: [
      { kind: 'other-scheme', authorization: `Basic ${Buffer.from(`idvkit:${wrongToken}`).toString('base64')}` },
      // The token itself under another scheme: a service that looks for it anywhere in the header lets it in.
      { kind: 'other-scheme', authorization: `Token ${token}` },
      { kind: 'other-scheme', authorization: 'Bearer' },
    ],
  };
}
