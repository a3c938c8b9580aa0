import type { Credential } from '../../observe/condition.ts';

export interface Presented {
  readonly kind: Credential;
  /** Value of the Authorization header; absent if the call has none. */
  readonly authorization?: string;
}

export interface Credentials {
  readonly valid: Presented;
  readonly absent: Presented;
  /** A token that no workspace has. */
  readonly invalid: Presented;
  readonly otherSchemes: readonly Presented[];
}

export function bearer(token: string, kind: Credential = 'valid'): Presented {
  return { kind, authorization: `Bearer ${token}` };
}

export function createCredentials(token: string, wrongToken: string): Credentials {
  return {
    valid: bearer(token),
    absent: { kind: 'absent' },
    invalid: bearer(wrongToken, 'invalid'),
    otherSchemes: [
      { kind: 'other-scheme', authorization: `Basic ${Buffer.from(`idvkit:${wrongToken}`).toString('base64')}` },
      // Catches a service that searches the whole header for the token.
      { kind: 'other-scheme', authorization: `Token ${token}` },
      { kind: 'other-scheme', authorization: 'Bearer' },
    ],
  };
}
