/**
 * Returns the share of these cases that is tested today, so that each is tested once in `days` days. With a multiple of 7, a
 * case would come up on one day of the week only, and perhaps nobody runs the suite on that day.
 *
 * `IDVKIT_DAY` names another day (days since 1970), or `all` cases, as `pnpm run prove` does.
 */
export function ofTheDay<Case>(cases: readonly Case[], { days }: { readonly days: number }): Case[] {
  const day = process.env['IDVKIT_DAY'];
  if (day === 'all') return [...cases];
  if (!/^\d+$/.test(day ?? '')) throw new Error(`IDVKIT_DAY is "${day}". Set it to a number of days, or to "all".`);
  return cases.filter((_, index) => index % days === Number(day) % days);
}

/** Days in which a property has all its runs. */
const DAYS_OF_RUNS = 4;

/** Returns the runs of a property that are made today: each day has another seed. With `IDVKIT_DAY=all`, all runs are made. */
export function runsOfTheDay(runs: number): number {
  return process.env['IDVKIT_DAY'] === 'all' ? runs : Math.ceil(runs / DAYS_OF_RUNS);
}
