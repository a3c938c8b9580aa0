import { randomBytes } from 'node:crypto';

/** Returns a name that no other process uses in a server that tests share. No result depends on it. */
export function uniqueName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}
