import { entryOf, payloadOf, runOf, type Json } from '../screening-payload.ts';
import type { Draw } from './seeded.ts';

/** Most of each part of a payload that is drawn. */
export interface ScreeningSizes {
  readonly providers: number;
  readonly runs: number;
  readonly entries: number;
  readonly hits: number;
}

const STATUSES = ['potential_match', 'true_positive', 'false_positive', 'unknown'];
const LISTS = ['pep', 'sanctions', 'warnings'];

/** Draws a payload: as many parts as the sizes allow, hits with and without each field, ids that are often repeated or never. */
export function drawPayload(draw: Draw, sizes: ScreeningSizes): Json {
  // Ids repeat in some payloads only: no number may turn nothing into something.
  const ids = draw.chance(0.4) ? Number.POSITIVE_INFINITY : 1 + draw.below(Math.max(400, 4 * sizes.hits));
  // The hashes of other payloads must not decide about this one.
  const prefix = draw.below(2 ** 30);
  let last = 0;
  const drawId = (): string => `${prefix} ${ids === Number.POSITIVE_INFINITY ? (last += 1) : draw.below(ids)}`;
  const providers = Array.from({ length: 1 + draw.below(sizes.providers) }, (_, name) => {
    const provider = `p${name}`;
    const runs = Array.from({ length: draw.below(sizes.runs + 1) }, () => {
      const entries = Array.from({ length: draw.below(sizes.entries + 1) }, () => drawEntry(draw, sizes, drawId));
      const flags = Object.fromEntries(LISTS.map((list) => [`is_any_in_${list}`, draw.chance(0.3)]));
      return runOf(provider, entries, flags);
    });
    return [provider, runs] as const;
  });
  return payloadOf(Object.fromEntries(providers));
}

function drawEntry(draw: Draw, sizes: ScreeningSizes, drawId: () => string): Json {
  const hits = Array.from({ length: draw.chance(0.2) ? 0 : draw.below(sizes.hits + 1) }, () => drawHit(draw, drawId));
  const blacklist = Array.from({ length: draw.chance(0.9) ? 0 : 1 + draw.below(3) }, () => drawHit(draw, drawId));
  const record = {
    blacklist_hits: blacklist,
    total_blacklist_hits: blacklist.length,
    match_status: draw.chance(0.8) ? draw.of(STATUSES) : undefined,
    risk_level: draw.chance(0.5) ? 'high' : undefined,
  };
  return entryOf(hits, { record });
}

function drawHit(draw: Draw, drawId: () => string): Json {
  return {
    doc: {
      ...(draw.chance(0.95) && { id: drawId() }),
      name: 'n'.repeat(draw.below(20)),
      types: draw.chance(0.5) ? ['pep', 'sanction'].slice(draw.below(3)) : [`type ${draw.below(40)}`],
    },
    ...(draw.chance(0.9) && { score: (draw.below(2_000) - 500) / 8 }),
    ...(draw.chance(0.4) && { match_status: draw.chance(0.2) ? null : draw.of(STATUSES) }),
    ...(draw.chance(0.4) && { risk_level: draw.of(['low', 'high']) }),
    match_types: draw.chance(0.7) ? ['name_exact'] : [],
  };
}
