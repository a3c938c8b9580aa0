import { METHODS } from 'node:http';
import { constants } from 'node:os';

import { isTerm } from '@idvkit/schema/privacy';

import type { ArchiveEntry } from './archive-entries.ts';
import { isPlainHeaderName, replaceHeaderItems, replaceRouteParts, replaceTargetParts } from './plain-head.ts';
import { isPlainName } from './plain-names.ts';
import type { Subject } from './subject.ts';
import { TextScrubber } from './text.ts';

/** A part of an entry of an archive that is of no closed list. */
interface FactPart {
  readonly text: string;
  readonly kind: 'route' | 'header' | 'host' | 'method' | 'text';
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

/** Replaces every part of an entry of an archive that is of no closed list, or is a name of the applicant. */
export function scrubFact<Fact extends ArchiveEntry>(fact: Fact, subject: Subject): Fact {
  const scrubber = new TextScrubber(subject);
  return replaceFactParts(
    fact,
    (part) => scrubbed(part, scrubber),
    (name) => isPlainName(name) && !subject.isIn(name),
  );
}

export function factParts(fact: ArchiveEntry): readonly FactPart[] {
  const parts: FactPart[] = [];
  const note = (part: FactPart): string => {
    parts.push(part);
    return part.text;
  };
  replaceFactParts(fact, note, isPlainName);
  return parts;
}

/**
 * Replaces every part of an entry that is of no closed list: those parts are the same for everybody, and neither scrubbed nor searched.
 * @param isPlain Returns whether a name in a route or of a header may stay.
 */
function replaceFactParts<Fact extends ArchiveEntry>(
  fact: Fact,
  replace: (part: FactPart) => string,
  isPlain: (name: string) => boolean,
): Fact {
  const by =
    (kind: FactPart['kind'], where: string) =>
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
    case 'attempt': {
      const { target, outcome } = fact;
      const parts = { host: by('host', 'target'), part: by('route', 'target') };
      return {
        ...fact,
        target: replaceTargetParts(target, parts, isPlain),
        ...(fact.run !== undefined && { run: RUN.test(fact.run) ? fact.run : by('text', 'run')(fact.run) }),
        outcome: withoutFailure(outcome, by('text', 'failure')),
      };
    }
    case 'image':
      return { ...fact, outcome: withoutFailure(fact.outcome, by('text', 'failure')) };
    case 'tags':
      return { ...fact, tags: fact.tags.map((word) => (isTerm(word) ? word : by('text', 'tag')(word))) };
  }
}

/** Replaces the words of a failure that are neither ours nor a code of the system. */
function withoutFailure<Outcome>(outcome: Outcome, replace: (word: string) => string): Outcome {
  if (typeof outcome !== 'object' || outcome === null || !('failure' in outcome)) return outcome;
  const failure = String(outcome.failure).replaceAll(/[^\s(),:;]+/g, (word) => {
    const isPlain = FAILURE_WORDS.has(word.toLowerCase()) || CODES.has(word) || /^\d{3}$/.test(word) || isTerm(word);
    return isPlain || isPlainName(word) ? word : replace(word);
  });
  return { ...outcome, failure };
}

function scrubbed({ text, kind }: FactPart, scrubber: TextScrubber): string {
  switch (kind) {
    case 'method':
      return 'POST';
    case 'host':
      return scrubber.host(text);
    case 'header': {
      // Values of headers travel as Latin-1, in which words of other scripts stand as UTF-8.
      const decoded = utf8Of(text);
      return decoded === undefined ? scrubber.text(text) : Buffer.from(scrubber.text(decoded)).toString('latin1');
    }
    case 'route':
      return scrubber.text(text.toWellFormed()).replaceAll(/[^\0-\u007F]+/g, encodeURIComponent);
    case 'text':
      return scrubber.text(text);
  }
}

/** Reads a header value that is UTF-8; `undefined` if it is ASCII or something else. */
export function utf8Of(value: string): string | undefined {
  if (/[^\0-\u00FF]/.test(value) || !/[^\0-\u007F]/.test(value)) return undefined;
  const text = Buffer.from(value, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? undefined : text;
}
