import { crc32 } from 'node:zlib';

import { journalFact, requestHeadProblem, type JournalFact } from '@idvkit/schema/formats';

const checksum = /,"crc32":"([\da-f]{8})"\}$/;

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** Writes an object of one member or more as a line that carries its checksum, line end included. */
export function formatCheckedLine(object: object): string {
  const text = JSON.stringify(object);
  return `${text.slice(0, -1)},"crc32":"${checksumOf(text)}"}\n`;
}

/** Writes a fact as one line of the journal, line end included. */
export function formatJournalLine(fact: JournalFact): string {
  return formatCheckedLine(fact);
}

/** Problem of a line that was torn off. */
export const NO_CHECKSUM = 'has no checksum';

/** A line as it reads back: the fact, or why it cannot be believed. */
export type JournalLine = { readonly fact: JournalFact } | { readonly problem: string };

/** Reads one line of the journal, without its line end. */
export function parseJournalLine(line: string): JournalLine {
  const read = parseCheckedLine(line);
  if ('problem' in read) return read;
  const fact = journalFact.safeParse(read.value);
  if (fact.success) return { fact: fact.data };
  const { kind } = Object(read.value) as { readonly kind?: unknown };
  const problem = kind === 'captured' ? requestHeadProblem(read.value) : undefined;
  if (problem !== undefined) return { problem: `has a request that cannot be sent again: ${problem}` };
  return { problem: 'is of a kind that this version does not know' };
}

/** Reads what {@link formatCheckedLine} wrote, without its line end. */
export function parseCheckedLine(line: string): { readonly value: unknown } | { readonly problem: string } {
  const match = checksum.exec(line);
  if (!match) return { problem: NO_CHECKSUM };
  const text = `${line.slice(0, match.index)}}`;
  if (checksumOf(text) !== match[1]) return { problem: 'does not match its checksum' };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: 'is not JSON' };
  }
}
