import { changed, withBody } from '../changes.ts';
import { PIXEL } from '../images.ts';
import type { ImageRead } from '../settings.ts';
import type { ConditionalFault } from './conditional-fault.ts';
import { tokenOf } from './of-applications.ts';

/** Faults of signed image URLs. */
export const FAULTS_OF_IMAGES: readonly ConditionalFault[] = [
  {
    id: 'second-resend-reuses-images',
    slip: 'A resend keeps its signed URLs for the next one.',
    condition: 'second resend',
    breaks: 'A resend mints fresh URLs.',
    rule: 'image.fresh-on-resend',
    shows: /^resend 2/,
    settings: () => {
      const kept = new Map<string, unknown>();
      return {
        letter: (letter, { application, place, resend }) => {
          if (resend === 0) return letter;
          const key = `${application.slug} ${place}`;
          return withBody(
            letter,
            changed(letter.body, 'extra.ekyc', (ekyc) => {
              if (resend === 1) kept.set(key, ekyc);
              return kept.get(key) ?? ekyc;
            }),
          );
        },
      };
    },
  },
  {
    id: 'frames-without-token',
    slip: 'Frames of the selfie video are in a folder of the proxy that asks for no token.',
    condition: 'image of a liveness attempt',
    breaks: 'Results, images and screening outcomes are never readable without the token.',
    rule: 'image.unreadable-without-token',
    shows: /^image frame, (without token|other workspace)$/,
    settings: () => ({
      image: (read, next) =>
        nameOf(read).startsWith('selfie-') && read.application !== undefined
          ? next({ token: tokenOf(read.application).value })
          : next(),
    }),
  },
  {
    id: 'portrait-never-expires',
    slip: 'The portrait of the document is served by another view, without a look at `exp`.',
    condition: 'portrait after 15 minutes',
    breaks: '`exp` is 15 minutes after `event.created_at` of the delivery that carried it.',
    rule: 'image.unreadable-after-exp',
    shows: /^image portrait, expired/,
    settings: () => ({ image: (read, next) => (nameOf(read) === 'portrait' ? next({ nowMs: 0 }) : next()) }),
  },
  {
    id: 'edited-exp-after-first-read',
    slip: 'A cache in front keeps images by `q`, and compares only `exp` with the time.',
    condition: 'image that was read before, with another `exp`',
    breaks: 'query parameters `q` (signed token) and `exp` (Unix timestamp)',
    rule: 'image.unreadable-without-signature',
    shows: /^image \w+, exp edited after a read/,
    settings: () => {
      const cached = new Set<string>();
      return {
        image: (read, next) => {
          const answer = next();
          const q = read.query.get('q') ?? '';
          if (answer.status === 200) cached.add(q);
          const isFresh = Number(read.query.get('exp')) * 1000 > read.nowMs;
          const { application, token } = read;
          const isKnown = cached.has(q) && application !== undefined && application.workspace.tokens.has(token);
          return isKnown && isFresh && !application.deleted ? { status: 200, bytes: PIXEL } : answer;
        },
      };
    },
  },
];

function nameOf({ query }: ImageRead): string {
  return (query.get('q') ?? '').split('~')[1] ?? '';
}
