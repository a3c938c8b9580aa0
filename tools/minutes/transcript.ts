import { stripVTControlCharacters } from 'node:util';

import { COLUMNS, ROWS, type OutputEvent } from './terminal.ts';

/** Returns a recording in asciicast v2, for `asciinema play`. */
export function toAsciicast(title: string, events: readonly OutputEvent[]): string {
  const header = { version: 2, width: COLUMNS, height: ROWS, title, env: { TERM: 'xterm-256color' } };
  const lines = events.map(([seconds, text]) => [Number(seconds.toFixed(3)), 'o', text]);
  return [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Returns what is left on the screen, as plain text: lines that were drawn over show their last state. */
export function toTranscript(events: readonly OutputEvent[]): string {
  const text = events.map(([, shown]) => shown).join('');
  return text
    .split(/\r?\n/)
    .map((line) => lastState(line).trimEnd())
    .filter((line) => !LEFT_OVER.test(line))
    .join('\n')
    .trim();
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
