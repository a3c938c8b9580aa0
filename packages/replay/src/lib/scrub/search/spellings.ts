/**
 * Ways to spell a text that differ beyond the case of ASCII letters: composed and decomposed, as it is, in lower case, in capitals,
 * and with capitals at the beginning of words.
 */
export function spellingsOf(text: string): ReadonlySet<string> {
  const spelled = new Set<string>([text]);
  for (const form of [text.normalize('NFC'), text.normalize('NFD')]) {
    spelled.add(form);
    const lower = form.toLowerCase();
    const upper = form.toUpperCase();
    // Most scripts have no case.
    if (lower === upper) continue;
    spelled.add(lower);
    spelled.add(upper);
    spelled.add(lower.replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase()));
  }
  return spelled;
}
