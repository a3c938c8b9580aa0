import type { JournalEntry } from '@idvkit/schema/formats';

import { replaceFactParts, type FactPart } from './fact-parts.ts';
import { isPlainName } from './plain-names.ts';
import type { Subject } from './subject.ts';
import { TextScrubber } from './text.ts';

/** Replaces every part of an entry of the journal that is of no closed list, or is a name of the applicant. */
export function scrubFact<Fact extends JournalEntry>(fact: Fact, subject: Subject): Fact {
  const scrubber = new TextScrubber(subject);
  return replaceFactParts(
    fact,
    (part) => scrubbed(part, scrubber),
    (name) => isPlainName(name) && !subject.isIn(name),
  );
}

function scrubbed({ text, kind }: FactPart, scrubber: TextScrubber): string {
  switch (kind) {
    case 'method':
      return 'POST';
    case 'host':
      return scrubber.host(text);
    case 'header':
      return headerScrubbed(text, scrubber);
    case 'route':
      return scrubber.text(text.toWellFormed()).replaceAll(/[^\0-\u007F]+/g, encodeURIComponent);
    case 'text':
      return scrubber.text(text);
  }
}

/** Header values travel as Latin-1, in which words of other scripts stand as UTF-8. */
function headerScrubbed(value: string, scrubber: TextScrubber): string {
  const text = utf8Of(value);
  return text === undefined ? scrubber.text(value) : Buffer.from(scrubber.text(text)).toString('latin1');
}

/** Reads a header value that is UTF-8; `undefined` if it is ASCII or something else. */
export function utf8Of(value: string): string | undefined {
  if (/[^\0-\u00FF]/.test(value) || !/[^\0-\u007F]/.test(value)) return undefined;
  const text = Buffer.from(value, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? undefined : text;
}
