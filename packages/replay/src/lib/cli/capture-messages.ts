import { ArchiveError, type Erased } from '@idvkit/archive';
import { systemErrorState, counted, shellWord } from '@idvkit/cli-kit';
import { isLoopback } from '@idvkit/delivery';
import type { ImageEntry } from '@idvkit/schema/formats';

import type { RefusalReason } from '../capture/open-requests.ts';
import { shownTarget } from '../send/send-target.ts';
import { DEFAULT_FOLDER } from './open-archive.ts';

const REFUSALS: Readonly<Record<RefusalReason, string>> = {
  tls: 'TLS handshake on this plain HTTP port: a sender uses https. Give it the http address, or put a TLS proxy in front',
  'headers-too-large': 'A request was answered 431: its headers are larger than 256 KiB',
  malformed: 'A request was answered 400: it is not valid HTTP',
  'body-too-long': 'A request was answered 400: its body is longer than its Content-Length, or it has none',
  'web-page': 'A request was answered 403 and not kept: a browser sent it for a web page (Origin, Sec-Fetch-Site)',
  quota:
    'A request was refused: its bearer does not match or is not checked, and 100 MB, or 1 GB without IDV_WEBHOOK_SECRET, of such requests are kept',
  disk: 'A request was refused: its bearer does not match or is not checked, and the disk has less than 256 MiB free',
};

export function refusalLine(reason: RefusalReason): string {
  return `idvkit: ${REFUSALS[reason]}`;
}

/** Formats how many deliveries were not passed on, and which command sends them. */
export function notPassedOnLine(
  count: number,
  { dir, forwardTo }: { readonly dir: string; readonly forwardTo: string },
): string {
  const { hostname } = new URL(forwardTo);
  const command = [
    `idvkit send is:missed --to ${shellWord(shownTarget(forwardTo))}`,
    ...(dir === DEFAULT_FOLDER ? [] : [`--dir ${shellWord(dir)}`]),
    ...(isLoopback(hostname) ? [] : [`--allow-host ${hostname}`]),
  ];
  return `idvkit: ${count} not passed on. Send them with: ${command.join(' ')}`;
}

/** Formats how many images of a capture were not kept, and why. @returns `undefined` if all were kept. */
export function imagesLine(outcomes: readonly ImageEntry['outcome'][]): string | undefined {
  const failures = outcomes.flatMap((outcome) => ('failure' in outcome ? [outcome.failure] : []));
  if (failures.length === 0) return undefined;
  return `${failures.length} of ${counted(outcomes.length, 'image')} not kept: ${[...new Set(failures)].sort().join(', ')}`;
}

export function erasedText({ captures, bytes }: Pick<Erased, 'captures' | 'bytes'>): string {
  return `${counted(captures, 'capture')}, ${bytes} bytes`;
}

export function prunedLine(pruned: Erased): string {
  const notPassedOn = pruned.notPassedOn === 0 ? '' : `, ${pruned.notPassedOn} never passed on`;
  const held = pruned.isHeld ? `\n${heldLine}` : '';
  return `idvkit: Erased what is beyond the limits: ${erasedText(pruned)}${notPassedOn}${held}`;
}

/** Says that bytes of what was erased are left for a while. */
export const heldLine =
  'idvkit: Another process reads the archive: erased bytes stay in archive.db-wal until it ends and something is erased or pruned again';

export function clockJumpLine(aheadMs: number): string {
  const state =
    aheadMs > 3_600_000
      ? `the clock was set forward by ${Math.round(aheadMs / 3_600_000)} h`
      : 'all captures of before are older than --max-age, so the clock may be wrong';
  return `idvkit: Nothing is erased by age: ${state}. If it is right, run idvkit archive prune, and start the capture again.`;
}

export function pruneFailureLine(error: unknown): string {
  const state = error instanceof ArchiveError ? error.message : diskState(error);
  return `idvkit: Cannot erase what is beyond the limits: ${state}. Next attempt in a minute.`;
}

/** Formats what the disk reported, also if another failure followed from it. */
export function diskState(error: unknown): string {
  return systemErrorState(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
