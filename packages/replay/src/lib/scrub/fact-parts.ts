import { METHODS } from 'node:http';
import { constants } from 'node:os';

import type { JournalEntry } from '@idvkit/schema/formats';
import { isTerm } from '@idvkit/schema/privacy';

import { isPlainHeaderName, replaceHeaderItems, replaceRouteParts, replaceTargetParts } from './plain-head.ts';
import { isPlainName } from './plain-names.ts';

/** How a part is written: in a path or query, in a header, as a host, as a method, as any text. */
export type PartKind = 'route' | 'header' | 'host' | 'method' | 'text';

/** A part of an entry of the journal that is of no closed list. */
export interface FactPart {
  readonly text: string;
  readonly kind: PartKind;
  /** Where in the entry it stands: `path`, `header 3`, `tag`. */
  readonly where: string;
}

const RUN = /^\d{8}T\d{9}Z-[\da-f]{6}$/;
/** Words of failures beside those of closed lists. */
const FAILURE_WORDS: ReadonlySet<string> = new Set(
  'a aborted address allowed answer answered bearer broke busy closed connection dns during ended failed host https interrupted it large lookup network off private protocol reached redirect refused request reset response signed socket timed-out tls unknown-host too took unreachable with within'.split(
    ' ',
  ),
);
const CODES: ReadonlySet<string> = new Set([...Object.keys(constants.errno), 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Replaces every part of an entry that is of no closed list: of methods, words of routes, fields, headers and failures, and items of a
 * few headers. What this passes over is the same for everybody, so that neither scrubbing nor the search has to look at it.
 *
 * @param isPlain Returns whether a name in a route or of a header may stay. Default: if it is made of words that fields are named with.
 */
export function replaceFactParts<Fact extends JournalEntry>(
  fact: Fact,
  replace: (part: FactPart) => string,
  isPlain: (name: string) => boolean = isPlainName,
): Fact {
  const by =
    (kind: PartKind, where: string) =>
    (text: string): string =>
      replace({ text, kind, where });
  switch (fact.kind) {
    case 'captured': {
      const { method, path, headers } = fact;
      return {
        ...fact,
        method: METHODS.includes(method) ? method : by('method', 'method')(method),
        path: replaceRouteParts(path, by('route', 'path'), isPlain),
        headers: headers.map(([name, value], at) => {
          const where = `header ${at + 1}`;
          const kind = name.toLowerCase() === 'host' ? 'host' : 'header';
          return [
            isPlainHeaderName(name, isPlain) ? name : by('text', where)(name),
            replaceHeaderItems(name, value, by(kind, where)),
          ];
        }),
      };
    }
    case 'attempt':
    case 'forwarded': {
      const { target, outcome } = fact;
      const parts = { host: by('host', 'target'), part: by('route', 'target') };
      return {
        ...fact,
        target: replaceTargetParts(target, parts, isPlain),
        ...(fact.kind === 'attempt' && { run: RUN.test(fact.run) ? fact.run : by('text', 'run')(fact.run) }),
        outcome: withoutFailure(outcome, by('text', 'failure')),
      };
    }
    case 'image':
      return { ...fact, outcome: withoutFailure(fact.outcome, by('text', 'failure')) };
    case 'tagged': {
      const tags = (words: readonly string[]): string[] =>
        words.map((word) => (isTerm(word) ? word : by('text', 'tag')(word)));
      return { ...fact, add: tags(fact.add), remove: tags(fact.remove) };
    }
    default:
      return fact;
  }
}

/** Replaces what of a failure is neither a word of ours nor a code of the system. */
function withoutFailure<Outcome>(outcome: Outcome, replace: (word: string) => string): Outcome {
  if (typeof outcome !== 'object' || outcome === null || !('failure' in outcome)) return outcome;
  const failure = String(outcome.failure).replaceAll(/[^\s(),:;]+/g, (word) => {
    const isPlain = FAILURE_WORDS.has(word.toLowerCase()) || CODES.has(word) || /^\d{3}$/.test(word) || isTerm(word);
    return isPlain || isPlainName(word) ? word : replace(word);
  });
  return { ...outcome, failure };
}

/** Lists the parts of an entry that are of no closed list. */
export function factParts(fact: JournalEntry): readonly FactPart[] {
  const parts: FactPart[] = [];
  replaceFactParts(fact, (part) => {
    parts.push(part);
    return part.text;
  });
  return parts;
}
