/** The hash of `node:crypto` that the summary uses, for browsers: theirs is asynchronous. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Returns the hash of a text in hexadecimal. @throws {RangeError} for another algorithm than SHA-256. */
export function hash(algorithm: string, text: string): string {
  if (algorithm !== 'sha256') throw new RangeError(`There is no ${algorithm} here`);
  return bytesToHex(sha256(new TextEncoder().encode(text)));
}
