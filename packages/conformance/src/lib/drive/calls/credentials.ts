import type { Credential } from '../../observe/condition.ts';

export interface Presented {
  readonly kind: Credential;
  /** Value of the Authorization header; absent if the call has none. */
  readonly authorization?: string;
}

export interface Credentials {
  readonly valid: Presented;
  readonly absent: Presented;
  /** A token that no workspace has. Calls rotate it with the near misses. */
  readonly invalid: Presented;
  /** Wrong tokens that are similar to the right one. */
  readonly nearMisses: readonly Presented[];
  readonly otherSchemes: readonly Presented[];
}

export function bearer(token: string, kind: Credential = 'valid'): Presented {
  return { kind, authorization: `Bearer ${token}` };
}

function nearMisses(token: string): readonly Presented[] {
  const swapped = token.replaceAll(/[a-z]/gi, (letter) => swappedCase(letter));
  return [
    ...(token.length > 1 ? [bearer(token.slice(0, -1), 'cut')] : []),
    bearer(`${token}x`, 'longer'),
    bearer(`x${token}x`, 'padded'),
    ...(swapped === token ? [] : [bearer(swapped, 'other-case')]),
  ];
}

function swappedCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

export function createCredentials(token: string, wrongToken: string): Credentials {
  return {
    valid: bearer(token),
    absent: { kind: 'absent' },
    invalid: bearer(wrongToken, 'invalid'),
    nearMisses: nearMisses(token),
    otherSchemes: [
      { kind: 'other-scheme', authorization: `Basic ${Buffer.from(`idvkit:${wrongToken}`).toString('base64')}` },
      // Catches a service that searches the whole header for the token.
      { kind: 'other-scheme', authorization: `Token ${token}` },
      { kind: 'other-scheme', authorization: 'Bearer' },
    ],
  };
}
