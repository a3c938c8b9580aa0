import { CliError, type Output } from '@idvkit/cli-kit';
import type { HitProfile } from '@idvkit/schema/formats';

import { DEFAULT_HIT_PROFILE } from '../summarize/hit-profile.ts';
import { maskedHit } from '../view/masked-hit.ts';

export interface PrintHitOptions {
  readonly stdout: Output;
  /** Names the fields that are shown although the rest is masked. */
  readonly profile: HitProfile;
  readonly reveal: boolean;
}

/** Bytes of the largest hit that is masked or looked into: a text in memory has a largest size. */
export const MAX_PARSED_BYTES: number = 256 * 1024 * 1024;

/**
 * Prints a hit as JSON text: in the bytes that were received where it may be shown, or else with its structure alone.
 *
 * @throws {CliError} `hit-too-large` where a hit cannot be masked, `input-unreadable` where it is not JSON.
 */
export function printHit(hit: Iterable<Uint8Array>, bytes: number, { stdout, profile, reveal }: PrintHitOptions): void {
  if (reveal) {
    for (const part of hit) stdout.write(part);
    stdout.write('\n');
    return;
  }
  if (bytes > MAX_PARSED_BYTES) {
    throw new CliError({
      code: 'hit-too-large',
      message: `Cannot mask a hit of ${bytes} bytes: it is too large.`,
      fix: 'Print it as it is, with --reveal.',
    });
  }
  const json = JSON.parse(Buffer.concat([...hit].map((part) => part.slice())).toString()) as unknown;
  stdout.write(`${maskedHit(json, profile === DEFAULT_HIT_PROFILE ? [] : profile.values)}\n`);
}
