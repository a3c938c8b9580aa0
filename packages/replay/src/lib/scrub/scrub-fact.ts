import { constants } from 'node:os';

import type { JournalFact } from '@idvkit/schema/formats';

import { isPlainName } from './plain-names.ts';
import { scrubTarget } from './scrub-request.ts';
import type { Subject } from './subject.ts';
import { TextScrubber } from './text.ts';
import { isEnumLike } from './vocabulary.ts';

/** Replaces what a journal says about a capture beside the capture itself: addresses, failures, tags. */
export function scrubFact<Fact extends JournalFact>(fact: Fact, subject: Subject): Fact {
  switch (fact.kind) {
    case 'attempt':
    case 'forwarded': {
      const target = scrubTarget(fact.target, subject);
      return { ...fact, target, outcome: scrubbedFailure(fact.outcome, subject) };
    }
    case 'image':
      return { ...fact, outcome: scrubbedFailure(fact.outcome, subject) };
    case 'tagged': {
      const scrubber = new TextScrubber(subject);
      const tags = (words: readonly string[]): string[] =>
        words.map((word) => (isEnumLike(word) ? word : scrubber.text(word)));
      return { ...fact, add: tags(fact.add), remove: tags(fact.remove) };
    }
    default:
      return fact;
  }
}

/** Words of failures beside those of closed lists. */
const FAILURE_WORDS: ReadonlySet<string> = new Set(
  'a aborted address allowed answer answered bearer broke busy closed connection dns during ended failed host https interrupted it large lookup network off private protocol reached redirect refused request reset response signed socket timed-out tls unknown-host too took unreachable with within'.split(
    ' ',
  ),
);
const CODES: ReadonlySet<string> = new Set([...Object.keys(constants.errno), 'ENOTFOUND', 'EAI_AGAIN']);

/** Failures are told in words of ours and codes of the system; what else is among them is replaced. */
function scrubbedFailure<Outcome>(outcome: Outcome, subject: Subject): Outcome {
  if (typeof outcome !== 'object' || outcome === null || !('failure' in outcome)) return outcome;
  const scrubber = new TextScrubber(subject);
  const failure = String(outcome.failure).replaceAll(/[^\s(),:;]+/g, (word) => {
    const lower = word.toLowerCase();
    const isPlain = FAILURE_WORDS.has(lower) || CODES.has(word) || /^\d{3}$/.test(word) || isEnumLike(word);
    return isPlain || isPlainName(word) ? word : scrubber.text(word);
  });
  return { ...outcome, failure };
}
