/**
 * Compares ways to check a delivery of 3 kB and one of 5 MB, in one run: zod, ajv's compiled validators, and, as what neither
 * can do without, `JSON.parse` alone; then ways to get from bytes to a delivery. Prints time per delivery and ratios; absolute figures differ from machine to machine.
 *
 *     pnpm --filter @idvkit/schema bench [seconds per line]
 */
import * as strict from '@idvkit/schema';
import * as consumer from '@idvkit/schema/consumer';
import * as consumerValidators from '@idvkit/schema/consumer-validators';
import { generateSubmission } from '@idvkit/schema/generators';
import { safeParseDelivery, safeReadDelivery } from '@idvkit/schema/receiver';
import * as strictValidators from '@idvkit/schema/validators';

const secondsPerLine = Number(process.argv[2] ?? 1);

/** A submission of about that many bytes, the larger of which are hits of its screening. */
function deliveryOf(bytes: number): string {
  const aml = bytes < 10_000 ? 'none' : 'found';
  const samples = Array.from({ length: 200 }, (_, seed) =>
    generateSubmission({ seed, outcome: 'pass', document: 'front_card', aml, sparse: true }),
  );
  const [delivery] = samples.sort((one, other) => distance(one, bytes) - distance(other, bytes));
  if (delivery === undefined) throw new Error('No samples');
  const missing = bytes - JSON.stringify(delivery).length;
  if (aml === 'none') return JSON.stringify(delivery);
  const [runs] = Object.values(delivery.extra.identity_aml ?? {});
  const hits = hitsOf(Object.values(runs?.[0]?.output ?? {})[0]);
  const hit = JSON.stringify(hitOf(0)).length + 1;
  hits.push(...Array.from({ length: Math.ceil(missing / hit) }, (_, index) => hitOf(index)));
  return JSON.stringify(delivery);
}

function distance(delivery: unknown, bytes: number): number {
  return Math.abs(JSON.stringify(delivery).length - bytes);
}

/** The hits of the first entry under a provider's key, to add to. */
function hitsOf(entries: unknown): unknown[] {
  const [entry] = entries as { output: { content: { data: { hits: unknown[] } } } }[]; // As the generator made it.
  if (entry === undefined) throw new Error('The delivery has no screening');
  return entry.output.content.data.hits;
}

function hitOf(index: number): object {
  return {
    match_types: ['name_exact'],
    doc: {
      id: `h${index}`,
      aka: Array.from({ length: 60 }, (_, each) => ({ name: `Alias ${each} นามแฝง ${index}` })),
      media: [{ url: `https://news.example/${index}`, snippet: 'x'.repeat(1200) }],
    },
  };
}

/** Time of one call, in microseconds: the median of rounds, so that what else runs on the machine weighs little. */
function microsecondsOf(job: () => unknown): number {
  const rounds: number[] = [];
  const started = performance.now();
  while (performance.now() - started < secondsPerLine * 1000 || rounds.length < 5) {
    const before = performance.now();
    if (job() === false) throw new Error('A delivery that is in order was refused');
    rounds.push(performance.now() - before);
  }
  const [median = 0] = rounds.sort((one, other) => one - other).slice(rounds.length / 2);
  return median * 1000;
}

for (const [title, size] of [
  ['3 kB', 3000],
  ['5 MB', 5_000_000],
] as const) {
  const text = deliveryOf(size);
  const bytes = new TextEncoder().encode(text);
  const value: unknown = JSON.parse(text);
  const lines = {
    'JSON.parse alone': () => JSON.parse(text) as unknown,
    'zod, strict': () => strict.submitFormDelivery.safeParse(value).success,
    'compiled, strict': () => strictValidators.isSubmitFormDelivery(value),
    'zod, consumer': () => consumer.delivery.safeParse(value).success,
    'compiled, consumer': () => consumerValidators.isDelivery(value),
    safeReadDelivery: () => safeReadDelivery(value).success,
    'decode, parse, zod': () => consumer.delivery.safeParse(JSON.parse(new TextDecoder().decode(bytes))).success,
    parseDelivery: () => safeParseDelivery(bytes).success,
  };
  const measured = Object.entries(lines).map(([name, job]) => ({ name, micros: microsecondsOf(job) }));
  const parsing = measured[0]?.micros ?? Number.NaN;
  process.stdout.write(`\n${title} (${bytes.length} bytes)\n`);
  for (const { name, micros } of measured) {
    const ratio = (micros / parsing).toPrecision(2);
    process.stdout.write(`${name.padEnd(20)} ${micros.toFixed(1).padStart(9)} µs ${ratio.padStart(9)} × JSON.parse\n`);
  }
}
