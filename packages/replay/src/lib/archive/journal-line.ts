import { crc32 } from 'node:zlib';

import { journalFact, type JournalFact } from '@idvkit/schema/formats';

const checksum = /,"crc32":"([\da-f]{8})"\}$/;

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** Writes a fact as one line of the journal, line end included. */
export function formatJournalLine(fact: JournalFact): string {
  const text = JSON.stringify(fact);
  return `${text.slice(0, -1)},"crc32":"${checksumOf(text)}"}\n`;
}

/** A line as it reads back: the fact, or why it cannot be believed. */
export type JournalLine = { readonly fact: JournalFact } | { readonly problem: string };

/** Reads one line of the journal, without its line end. */
export function parseJournalLine(line: string): JournalLine {
  const match = checksum.exec(line);
  if (!match) return { problem: 'has no checksum' };
  const text = `${line.slice(0, match.index)}}`;
  if (checksumOf(text) !== match[1]) return { problem: 'does not match its checksum' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: 'is not JSON' };
  }
  const fact = journalFact.safeParse(json);
  return fact.success ? { fact: fact.data } : { problem: 'is of a kind that this version does not know' };
}
