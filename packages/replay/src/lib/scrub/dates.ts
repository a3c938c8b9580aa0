const DAY_MS = 86_400_000;
/** Least and greatest number of days that the dates of a person move, one way or the other. */
const NEAREST = 366;
const FARTHEST = 1095;
const CANDIDATES = 64;

export const MONTHS: readonly string[] =
  'january february march april may june july august september october november december'.split(' ');
/** Ways to write a month in English, whole or by three letters, and its number. */
export const MONTH_WORDS: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((month, at) =>
    [month, month.slice(0, 3)].flatMap((word) =>
      [word, word.toUpperCase(), `${word.charAt(0).toUpperCase()}${word.slice(1)}`].map(
        (written) => [written, at + 1] as const,
      ),
    ),
  ),
);

export interface PersonDates {
  readonly birth?: string | undefined;
  readonly issue?: string | undefined;
  readonly expiry?: string | undefined;
  /** When the application was submitted, which does not move. */
  readonly submittedAt?: string | undefined;
}

/** Returns the days since the epoch of a date `YYYY-MM-DD`; `undefined` if there is no such date. */
export function dayOf(date: string | undefined): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date ?? '') ?? [];
  return year === undefined ? undefined : existingDay(Number(year), Number(month), Number(day));
}

/** Moves a calendar date. Its year keeps four digits. */
export function shiftedDate({ year, month, day }: CalendarDate, offsetDays: number): CalendarDate | undefined {
  const at = existingDay(year, month, day);
  if (at === undefined) return undefined;
  const back = at + offsetDays > MAX_DAYS || at + offsetDays < MIN_DAYS ? -offsetDays : offsetDays;
  const moved = new Date((at + back) * DAY_MS);
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const MAX_DAYS = Date.UTC(9999, 11, 31) / DAY_MS;
const MIN_DAYS = Date.UTC(1000, 0, 1) / DAY_MS;

/**
 * Chooses how many days the dates of a person move: more than a year, so that no year stays.
 * Nobody comes of age by it, no document expires or revives, and what was past at the submission stays past.
 */
export function chooseOffsetDays(dates: PersonDates, draw: (below: number) => number): number {
  let best = { offset: NEAREST, kept: -1 };
  const before = relationsOf(dates, 0);
  for (let attempt = 0; attempt < CANDIDATES; attempt += 1) {
    const distance = NEAREST + draw(FARTHEST - NEAREST + 1);
    const offset = draw(2) === 0 ? distance : -distance;
    const after = relationsOf(dates, offset);
    const kept = before.filter((relation, index) => relation === after[index]).length;
    if (kept > best.kept) best = { offset, kept };
    if (kept === before.length) break;
  }
  return best.offset;
}

function relationsOf(
  { birth, issue, expiry, submittedAt }: PersonDates,
  offset: number,
): readonly (boolean | undefined)[] {
  const submitted = dayOf(submittedAt?.slice(0, 10));
  const [born, issued, expires] = [birth, issue, expiry].map((date) => {
    const day = dayOf(date);
    return day === undefined ? undefined : day + offset;
  });
  const compared = (day: number | undefined): boolean | undefined =>
    day === undefined || submitted === undefined ? undefined : day <= submitted;
  return [
    compared(born),
    compared(issued),
    expires === undefined || submitted === undefined ? undefined : expires < submitted,
    born === undefined ? undefined : compared(comingOfAge(born, 18)),
    born === undefined ? undefined : compared(comingOfAge(born, 20)),
  ];
}

function comingOfAge(born: number, years: number): number {
  const date = new Date(born * DAY_MS);
  return Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate()) / DAY_MS;
}

function existingDay(year: number, month: number, day: number): number | undefined {
  const at = Date.UTC(year, month - 1, day);
  const date = new Date(at);
  const exists = year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? at / DAY_MS : undefined;
}
