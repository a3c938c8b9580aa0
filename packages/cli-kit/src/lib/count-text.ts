const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Writes a number of bytes for people: `980 B`, `2.3 kB`, `1.1 GB`. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit] ?? 'B'}`;
}

/** Writes a count with separators: `12,045`. A fraction, of a quantile, gets at most three digits. */
export function countText(count: number): string {
  // The first call of `toLocaleString` takes 10 ms, and loads 6 MB of what is known of languages.
  if (!Number.isSafeInteger(count) || count < 0) return count.toLocaleString('en-US');
  const digits = String(count);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}

/** Writes a count with its noun: `1 hit`, `12,045 hits`. */
export function counted(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${countText(count)} ${count === 1 ? noun : plural}`;
}
