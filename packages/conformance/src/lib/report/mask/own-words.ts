import { DOCUMENTED_KEYS, DOCUMENTED_VALUES } from '@idvkit/schema/privacy';
import { catalogue } from '@idvkit/schema/rules';

/** Words of the catalogue and of the specification: our own texts are made of them. */
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

/**
 * Checks if a text consists of words of our own texts only. Such a value of somebody is masked in its field like any
 * other, but is not looked for in our own texts, which would lose these words.
 */
export function isOwnWording(text: string): boolean {
  return wordsOf(text).every((word) => OWN_WORDS.has(word.toLowerCase()));
}

/** The words of a text: runs of letters of any script. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}
