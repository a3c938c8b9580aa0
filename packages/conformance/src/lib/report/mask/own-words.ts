import { DOCUMENTED_KEYS, DOCUMENTED_VALUES } from '@idvkit/schema/privacy';
import { catalogue } from '@idvkit/schema/rules';

/** Words of the catalogue and the specification. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  [
    'idvkit',
    'conformance',
    ...Object.values(catalogue).flatMap(({ title, section }) => [title, section]),
    ...DOCUMENTED_KEYS,
    ...DOCUMENTED_VALUES,
  ]
    .flatMap(wordsOf)
    .map((word) => word.toLowerCase()),
);

/** Checks for a text of only our own words. As a personal value, it is masked only in its field. */
export function isOwnWording(text: string): boolean {
  return wordsOf(text).every((word) => OWN_WORDS.has(word.toLowerCase()));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}
