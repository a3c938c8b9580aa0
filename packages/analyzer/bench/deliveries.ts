import { arbitraries, type SubmissionOptions } from '@idvkit/schema/generators';
import fc from 'fast-check';

/** Sizes of deliveries, by name: the fewest and the most bytes. */
export const SIZES = {
  '1 kB': [300, 1_300],
  '2 kB': [1_500, 3_000],
  '6 kB': [5_000, 7_000],
  '20 kB': [16_000, 24_000],
} as const;

export type Size = keyof typeof SIZES;

/** Kinds of deliveries: screenings with hits and without, answers only, and whatever a form sends. */
const KINDS: readonly SubmissionOptions[] = [{ aml: 'found' }, { aml: 'none' }, { sparse: false, aml: 'absent' }, {}];
const DELIVERIES_PER_KIND = 1_500;

type Delivery = ReturnType<typeof deliveriesOf>[number];

function deliveriesOf(options: SubmissionOptions, seed: number) {
  return fc.sample(arbitraries.submitFormDelivery(options), { numRuns: DELIVERIES_PER_KIND, seed });
}

/** Makes varied deliveries of each size, as lines of JSON. The same each time. */
export function deliveryLines(): Readonly<Record<Size, readonly string[]>> {
  const all = KINDS.flatMap(deliveriesOf);
  const texts = [...all, ...longer(all)].map((delivery) => JSON.stringify(delivery));
  const between = ([least, most]: readonly [number, number]): string[] =>
    texts.filter((text) => text.length >= least && text.length <= most);
  return {
    '1 kB': between(SIZES['1 kB']),
    '2 kB': between(SIZES['2 kB']),
    '6 kB': between(SIZES['6 kB']),
    '20 kB': between(SIZES['20 kB']),
  };
}

/** Puts the screening runs of several deliveries into one, for long deliveries: half of them have hits. */
function longer(all: readonly Delivery[]): Delivery[] {
  const screened = all.filter(({ extra }) => extra.identity_aml !== undefined);
  return Array.from({ length: Math.floor(screened.length / 10) }, (_, index) => {
    const [first, ...others] = screened.slice(index * 10, index * 10 + 5);
    if (first === undefined) throw new Error('There are screened deliveries');
    const [provider = 'p', own = []] = Object.entries(first.extra.identity_aml ?? {})[0] ?? [];
    const added = others.flatMap(({ extra }) =>
      Object.entries(extra.identity_aml ?? {}).flatMap(([name, runs]) =>
        runs.map((run) => ({ ...run, output: { [provider]: run.output[name] ?? [] } })),
      ),
    );
    return { ...first, extra: { ...first.extra, identity_aml: { [provider]: [...own, ...added] } } };
  });
}
