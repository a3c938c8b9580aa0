import { crc32 } from 'node:zlib';

import { journalEntry, requestHeadProblem, type JournalEntry } from '@idvkit/schema/formats';

const checksum = /,"crc32":"([\da-f]{8})"\}$/;
const links = /(?:,"after":"([\da-f]{8})")?,"crc32":"([\da-f]{8})"\}$/;

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** Writes an object of one member or more as a line that carries its checksum, line end included. */
export function formatCheckedLine(object: object): string {
  return formatCheckedText(JSON.stringify(object));
}

function formatCheckedText(text: string): string {
  return `${text.slice(0, -1)},"crc32":"${checksumOf(text)}"}\n`;
}

/** Writes a fact as a line with its end. `after` is the checksum of the line before it; notes have none. */
export function formatJournalLine(fact: JournalEntry, after?: string): string {
  return formatCheckedLine(after === undefined ? fact : { ...fact, after });
}

/** Returns the checksum that a line carries, with or without its line end. @returns `undefined` if it has none. */
export function checksumIn(line: string): string | undefined {
  return checksum.exec(line.trimEnd())?.[1];
}

/** Reads the links of a line that matches its checksum; faster than {@link parseJournalLine}. */
export function linkIn(line: string): LineLink | undefined {
  const [end, after, crc32] = links.exec(line) ?? [];
  if (end === undefined || crc32 === undefined) return undefined;
  const text = `${line.slice(0, -',"crc32":"00000000"}'.length)}}`;
  return checksumOf(text) === crc32 ? { crc32, after } : undefined;
}

export function contentOf(line: string): string {
  return line.replace(links, '');
}

/** Writes a line again after another line, without its line end. What it says stays byte for byte. */
export function relinkLine(line: string, after: string | undefined): string {
  const content = contentOf(line);
  return formatCheckedText(after === undefined ? `${content}}` : `${content},"after":"${after}"}`).trimEnd();
}

/** Problem of a line that was torn off. */
export const NO_CHECKSUM = 'has no checksum';

/** Links of a line to others. */
export interface LineLink {
  /** Its checksum. */
  readonly crc32: string;
  /** Checksum of the line that it was written after. Absent in notes, and after a `journal.end` that could not be read. */
  readonly after: string | undefined;
}

/** A line that can be believed. */
export interface WholeLine extends LineLink {
  readonly fact: JournalEntry;
}

/** A line as it reads back: the fact, or why it cannot be believed. */
export type JournalLine = WholeLine | { readonly problem: string };

/** Reads one line of the journal, without its line end. */
export function parseJournalLine(line: string): JournalLine {
  const read = parseCheckedLine(line);
  if ('problem' in read) return read;
  const { after, ...value } = Object(read.value) as { readonly after?: unknown; readonly kind?: unknown };
  const fact = journalEntry.safeParse(value);
  if (fact.success && (after === undefined || typeof after === 'string')) {
    return { fact: fact.data, crc32: checksumIn(line) ?? '', after };
  }
  const problem = value.kind === 'captured' ? requestHeadProblem(value) : undefined;
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
