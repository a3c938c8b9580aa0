import type { Script } from '../../src/lib/scan/hits-statistics.ts';
import { NEUTRAL_RANGES, SCRIPT_RANGES } from '../../src/lib/scan/wasm/script-ranges.ts';
import { SCRIPT_BYTES, utf8Length } from './limits.ts';

const within = (point: number, [first, last]: readonly [number, number, ...unknown[]]): boolean =>
  point >= first && point <= last;

/** Returns the script of a text, by its first letter outside ASCII among its first {@link SCRIPT_BYTES} bytes. */
export function scriptOf(text: string): Script {
  let bytes = 0;
  for (const character of text) {
    bytes += utf8Length(character);
    if (bytes > SCRIPT_BYTES) break;
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80 || NEUTRAL_RANGES.some((range) => within(point, range))) continue;
    return SCRIPT_RANGES.find((range) => within(point, range))?.[2] ?? 'other';
  }
  return 'ascii';
}
