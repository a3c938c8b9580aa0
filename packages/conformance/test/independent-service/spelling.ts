/** Stands for a number that is written as it is here; the quotes around it are taken away. */
const MARK = '\u0001';

/** Writes JSON over many lines, with keys in reverse, one more in most objects, whole seconds, and scores such as `70.000`. */
export function spelledOtherwise(body: unknown): string {
  return JSON.stringify(otherwise(body, ''), undefined, '\t').replaceAll(
    new RegExp(`"\\\\u0001(.*?)\\\\u0001"`, 'g'),
    '$1',
  );
}

/** Writes JSON in ASCII. */
export function escaped(body: unknown): string {
  return JSON.stringify(body).replaceAll(
    /[^\0-\x7F]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Names of objects to which no member is added: their keys are a service's, a provider's or a form's. */
const MAPS = new Set(['answers', 'other_status', 'identity_aml', 'output', 'detail', '']);

function otherwise(value: unknown, name: string): unknown {
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+/, '$1');
  if (typeof value === 'number') return name === 'score' ? `${MARK}${value.toFixed(3)}${MARK}` : value;
  if (Array.isArray(value)) return value.map((each) => otherwise(each, `${name} of`));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, each]): [string, unknown] => [key, otherwise(each, key)]);
  const more: [string, unknown][] = MAPS.has(name) || members.length === 0 ? [] : [['x', 1]];
  return Object.fromEntries([...more, ...members].toReversed());
}
