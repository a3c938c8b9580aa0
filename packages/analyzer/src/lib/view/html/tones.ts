const TONES: Readonly<Record<string, string>> = {
  pass: 'good',
  match: 'good',
  complete: 'good',
  false_positive: 'good',
  low: 'good',
  fail: 'bad',
  not_match: 'bad',
  true_positive: 'bad',
  high: 'bad',
  need_review: 'warn',
  potential_match: 'warn',
  unknown: 'warn',
  medium: 'warn',
};

/** Returns the class of an outcome, status or level that gives it its colour. */
export function toneOf(value: string | undefined): string | undefined {
  return value !== undefined && Object.hasOwn(TONES, value) ? TONES[value] : undefined;
}
