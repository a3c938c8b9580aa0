import type { Random } from '../drive/calls/random.ts';

export interface SecretVariant {
  readonly what: string;
  readonly authorization: string;
}

export function nearMissSecrets(secret: string): readonly SecretVariant[] {
  const half = Math.ceil(secret.length / 2);
  const candidates: readonly (readonly [what: string, secret: string])[] = [
    ['cut off by a character', secret.slice(0, -1)],
    ['cut in half', secret.slice(0, half)],
    ['without its first character', secret.slice(1)],
    ['prolonged by a character', `${secret}x`],
    ['written twice', secret + secret],
    ['in lower case', secret.toLowerCase()],
    ['in upper case', secret.toUpperCase()],
    ['with its letter case swapped', swapped(secret)],
    ['with one character changed', changed(secret, half - 1)],
  ];
  const different = new Map<string, string>();
  for (const [what, other] of candidates) {
    const sent = other.trim();
    if (sent !== '' && sent !== secret && !different.has(sent)) different.set(sent, what);
  }
  return [
    ...[...different].map(([other, what]) => ({ what: `its secret ${what}`, authorization: `Bearer ${other}` })),
    { what: 'its secret empty', authorization: 'Bearer' },
  ];
}

/** Returns headers with the right secret in forms that neither the specification nor HTTP settles. */
export function ambiguousCredentials(secret: string): readonly SecretVariant[] {
  return [
    { what: '`bearer` in lower case', authorization: `bearer ${secret}` },
    { what: 'two spaces before the secret', authorization: `Bearer  ${secret}` },
    { what: 'a space after the secret', authorization: `Bearer ${secret} ` },
    { what: 'the secret without `Bearer`', authorization: secret },
  ];
}

export function wrongSecret(secret: string, random: Random): string {
  const other = random.text(Math.max(8, secret.length));
  return other === secret ? `${other}0` : other;
}

function swapped(text: string): string {
  return text.replaceAll(/[a-z]/gi, (each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase()));
}

function changed(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
}
