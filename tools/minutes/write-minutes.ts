import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { writeBundledTarballs } from '../packages/bundled-tarballs.ts';
import { startRecordingRegistry } from '../packages/recording-registry.ts';
import { terminalSvg } from '../pictures/terminal-svg.ts';
import { MINUTES, type Minute } from './minutes.ts';
import { playMinute } from './play-minute.ts';
import type { OutputEvent } from './terminal.ts';
import { fromAsciicast, timedLines, toAsciicast, toTranscript } from './transcript.ts';

/** Names of the minutes to record. Default: all. Of the others, the last recording stays. */
const chosen = process.argv.slice(2);
/** Milliseconds between two keys. */
const KEY_MS = 30;
/** The ports that the guides name. */
const PORTS = { staging: 4010, webhook: 8080, capture: 4020, page: 4022, receiver: 3000 };

const root = fileURLToPath(new URL('../../', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'idvkit-minutes-'));

function section({ name, title, goal }: Minute, events: readonly OutputEvent[]): string {
  const seconds = Math.ceil(events.at(-1)?.[0] ?? 0);
  return [
    `## ${title}`,
    goal,
    `${seconds} seconds, downloads and typing included. Watch it: \`asciinema play docs/minutes/${name}.cast\``,
    `\`\`\`text\n${toTranscript(events)}\n\`\`\``,
  ].join('\n\n');
}

/** Draws a minute as it runs, from the end of the first command on. */
function pictureOf({ steps }: Minute, events: readonly OutputEvent[]): string {
  const ports = { capture: PORTS.capture, page: PORTS.page, receiver: PORTS.receiver };
  const [first] = steps({ staging: '', receiver: '', ports });
  const typed = first?.line ?? '';
  const lines = timedLines(events).slice(typed.split('\n').length);
  const start = lines[0]?.seconds ?? 0;
  return terminalSvg(
    typed,
    lines.map(({ text }) => text),
    lines.map(({ seconds }) => seconds - start),
  );
}

const INTRODUCTION = `# First minutes

Four people start with an empty home folder and an empty project folder. Each needs at most five commands and 60 seconds.

A script types the commands and records the terminal: \`pnpm run minutes\`. A mock with one defect stands for the staging service. The
command is that of the repository, and the importer [installs a tarball](install.md).`;

try {
  const tarballs = join(work, 'tarballs');
  mkdirSync(tarballs);
  writeBundledTarballs(tarballs);
  await using registry = await startRecordingRegistry();
  const sections: string[] = [INTRODUCTION];
  mkdirSync(join(root, 'docs/minutes'), { recursive: true });
  for (const minute of MINUTES) {
    const stage = { folder: join(work, minute.name), registry: registry.url, tarballs, ports: PORTS, keyMs: KEY_MS };
    const file = join(root, `docs/minutes/${minute.name}.cast`);
    const isRecorded = chosen.length === 0 || chosen.includes(minute.name);
    const events = isRecorded ? await playMinute(minute, stage) : fromAsciicast(readFileSync(file, 'utf8'));
    if (isRecorded) writeFileSync(file, toAsciicast(minute.title, events));
    if (minute.isPicture) writeFileSync(join(root, `docs/images/${minute.name}-minute.svg`), pictureOf(minute, events));
    sections.push(section(minute, events));
  }
  writeFileSync(join(root, 'docs/first-minutes.md'), `${sections.join('\n\n')}\n`);
} finally {
  rmSync(work, { recursive: true });
}
