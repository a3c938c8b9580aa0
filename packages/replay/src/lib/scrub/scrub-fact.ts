import type { JournalFact } from '@idvkit/schema/formats';

import { withoutKnown } from './scrub-request.ts';
import type { Subject } from './subject.ts';
import { TextScrubber } from './text.ts';
import { isEnumLike } from './vocabulary.ts';

/** Replaces what a journal says about a capture beside the capture itself: addresses, failures, tags. */
export function scrubFact<Fact extends JournalFact>(fact: Fact, subject: Subject): Fact {
  switch (fact.kind) {
    case 'attempt':
    case 'forwarded': {
      const target = withoutKnown(fact.target, subject);
      return { ...fact, target, outcome: withoutKnownFailure(fact.outcome, subject) };
    }
    case 'image':
      return { ...fact, outcome: withoutKnownFailure(fact.outcome, subject) };
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

function withoutKnownFailure<Outcome>(outcome: Outcome, subject: Subject): Outcome {
  if (typeof outcome !== 'object' || outcome === null || !('failure' in outcome)) return outcome;
  return { ...outcome, failure: withoutKnown(String(outcome.failure), subject) };
}
