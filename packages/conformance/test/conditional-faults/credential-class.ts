import type { Call } from '@idvkit/mock';

/** How the credential of a call differs from a valid one. */
export const CREDENTIALS = [
  'valid',
  'absent',
  'cut',
  'longer',
  'other-case',
  'padded',
  'other-scheme',
  'revoked',
  'other-workspace',
  'invalid',
] as const;

/** Returns the class of the credential of a call: a near miss of a token of its workspace, or one of the mock's own classes. */
export function credentialClassOf({ authorization, credential, isForeign, workspace }: Call): string {
  if (authorization === null) return 'absent';
  if (isForeign) return 'other-workspace';
  if (credential === 'valid' || credential === 'revoked') return credential;
  const bearer = /^bearer\b/i.test(authorization);
  const given = authorization.replace(/^\S+\s?/, '');
  const nearMiss = workspace.tokens.map((token) => nearMissOf(given, token)).find((each) => each !== undefined);
  if (bearer && nearMiss !== undefined) return nearMiss;
  return credential;
}

function nearMissOf(given: string, token: string): string | undefined {
  if (given.length === token.length - 1 && (token.startsWith(given) || token.endsWith(given))) return 'cut';
  if (given !== token && given.toLowerCase() === token.toLowerCase()) return 'other-case';
  if (!given.includes(token)) return undefined;
  // One more letter or digit makes another token; all else around it is padding.
  const around = given.replace(token, '');
  return /^[\w-]$/.test(around) ? 'longer' : 'padded';
}

/** Returns the header of a call with a credential of a class. */
export function authorizationOf(
  kind: (typeof CREDENTIALS)[number],
  tokens: { readonly valid: string; readonly revoked: string; readonly foreign: string },
): string | undefined {
  const { valid, revoked, foreign } = tokens;
  switch (kind) {
    case 'absent':
      return undefined;
    case 'valid':
      return `Bearer ${valid}`;
    case 'cut':
      return `Bearer ${valid.slice(0, -1)}`;
    case 'longer':
      return `Bearer ${valid}x`;
    case 'other-case':
      return `Bearer ${valid.toUpperCase()}`;
    case 'padded':
      return `Bearer "${valid}"`;
    case 'other-scheme':
      return `Token ${valid}`;
    case 'revoked':
      return `Bearer ${revoked}`;
    case 'other-workspace':
      return `Bearer ${foreign}`;
    case 'invalid':
      return 'Bearer idv_unheard_of';
  }
}
