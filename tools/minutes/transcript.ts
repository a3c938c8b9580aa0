import { stripVTControlCharacters } from 'node:util';

import { COLUMNS, ROWS, type OutputEvent } from './terminal.ts';

/** Returns a recording in asciicast v2, for `asciinema play`. */
export function toAsciicast(title: string, events: readonly OutputEvent[]): string {
  const header = { version: 2, width: COLUMNS, height: ROWS, title, env: { TERM: 'xterm-256color' } };
  const lines = events.map(([seconds, text]) => [Number(seconds.toFixed(3)), 'o', text]);
  return [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Returns the output of a recording that {@link toAsciicast} wrote. */
export function fromAsciicast(recording: string): readonly OutputEvent[] {
  const [, ...lines] = recording.trimEnd().split('\n');
  return lines.map((line) => {
    const [seconds, , text] = JSON.parse(line) as [number, string, string]; // As written.
    return [seconds, text];
  });
}

/** Returns what is left on the screen, as plain text: lines that were drawn over show their last state. */
export function toTranscript(events: readonly OutputEvent[]): string {
  return timedLines(events)
    .map(({ text }) => text)
    .join('\n')
    .trim();
}

/** A line of a screen, and the seconds after which it is complete. */
export interface TimedLine {
  readonly text: string;
  readonly seconds: number;
}

/** Returns the lines that are left on the screen. */
export function timedLines(events: readonly OutputEvent[]): readonly TimedLine[] {
  const last = events.at(-1)?.[0] ?? 0;
  // The time of each line break, in their order.
  const ends = events.flatMap(([seconds, shown]) => Array<number>(shown.split('\n').length - 1).fill(seconds));
  return events
    .map(([, shown]) => shown)
    .join('')
    .split(/\r?\n/)
    .map((line, index) => ({ text: lastState(line).trimEnd(), seconds: ends[index] ?? last }))
    .filter(({ text }) => !LEFT_OVER.test(text));
}

/** Lines without a meaning: a prompt that nothing was typed at, and the last state of the progress of npm. */
const LEFT_OVER = /^(?:\$|[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏])$/u;

/** Sequences after which a line is drawn again. */
const REDRAWS = ['\u001B[1G', '\u001B[G', '\u001B[K', '\u001B[0K', '\u001B[2K'];

function lastState(line: string): string {
  const redrawn = REDRAWS.reduce((text, sequence) => text.replaceAll(sequence, '\r'), line);
  const states = redrawn.split('\r').map((state) => stripVTControlCharacters(state));
  return states.findLast((state) => state !== '') ?? '';
}
