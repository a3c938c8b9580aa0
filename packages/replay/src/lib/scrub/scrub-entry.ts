import { METHODS } from 'node:http';
import { constants } from 'node:os';

import type { Archive } from '@idvkit/archive';
import type { CaptureAttempt, Captured } from '@idvkit/schema/formats';
import { isTerm } from '@idvkit/schema/privacy';

import { isPlainHeaderName, replaceHeaderItems, replaceRouteParts, replaceTargetParts } from './plain-head.ts';
import type { TextScrubber } from './text-scrubber.ts';

/** What an archive says about a capture besides its body. */
export interface CaptureNotes {
  readonly captured: Captured;
  readonly tags: readonly string[];
  readonly attempts: readonly CaptureAttempt[];
}

/** A part of the notes that is of no closed list. */
export interface NotePart {
  readonly text: string;
  readonly kind: 'route' | 'header' | 'host' | 'method' | 'text';
  /** `path`, `header 3`, `tag`. */
  readonly where: string;
}

const RUN = /^\d{8}T\d{9}Z-[\da-f]{6}$/;
const CODES: ReadonlySet<string> = new Set([...Object.keys(constants.errno), 'ENOTFOUND', 'EAI_AGAIN']);

export function notesOf(archive: Archive, captured: Captured, tags: readonly string[]): CaptureNotes {
  return { captured, tags, attempts: archive.attemptsOf(captured.id) };
}

/** Replaces every part of the notes that is of no closed list: those lists are the same for everybody, and neither scrubbed nor searched. */
export function replaceNoteParts(notes: CaptureNotes, replace: (part: NotePart) => string): CaptureNotes {
  const by =
    (kind: NotePart['kind'], where: string) =>
    (text: string): string =>
      replace({ text, kind, where });
  const { method, path, headers } = notes.captured;
  return {
    captured: {
      ...notes.captured,
      method: METHODS.includes(method) ? method : by('method', 'method')(method),
      path: replaceRouteParts(path, by('route', 'path')),
      headers: headers.map(([name, value], at) => {
        const where = `header ${at + 1}`;
        const kind = name.toLowerCase() === 'host' ? 'host' : 'header';
        return [
          isPlainHeaderName(name) ? name : by('text', where)(name),
          replaceHeaderItems(name, value, by(kind, where)),
        ];
      }),
    },
    tags: notes.tags.map((tag) => (isTerm(tag) ? tag : by('text', 'tag')(tag))),
    attempts: notes.attempts.map((attempt) => ({
      ...attempt,
      target: replaceTargetParts(attempt.target, { host: by('host', 'target'), part: by('route', 'target') }),
      ...(attempt.run !== undefined && { run: RUN.test(attempt.run) ? attempt.run : by('text', 'run')(attempt.run) }),
      outcome: plainOutcome(attempt.outcome),
    })),
  };
}

export function scrubNotes(notes: CaptureNotes, scrubber: TextScrubber): CaptureNotes {
  return replaceNoteParts(notes, (part) => scrubbed(part, scrubber));
}

/** Keeps of a failure only the code of the system. */
function plainOutcome(outcome: CaptureAttempt['outcome']): CaptureAttempt['outcome'] {
  if (typeof outcome !== 'object' || !('failure' in outcome)) return outcome;
  const { failure, code = /\(([A-Z_]+)\)/.exec(failure)?.[1] ?? '' } = outcome;
  return CODES.has(code) ? { failure: code, code } : { failure: 'failed' };
}

function scrubbed({ text, kind }: NotePart, scrubber: TextScrubber): string {
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
