/**
 * Crosses the real bounds of a summary with 50 random payloads and with random corpora, and compares all numbers with a recount
 * of the parsed documents. Prints its seed. `node scripts/prove-numbers.ts [seed]` repeats a run.
 */
import { SEED } from '../../../tools/testing/sample.ts';
import { CORPUS_BOUNDS } from '../src/lib/collect/bounds.ts';
import { createCollector } from '../src/lib/corpus/create-collector.ts';
import { summarizePlain } from '../src/lib/summarize/summarize-with.ts';
import { summarize } from '../src/lib/summarize/summarize.ts';
import { compareNumbers, type Estimate } from '../test/reference/compare-numbers.ts';
import { drawPayload, type ScreeningSizes } from '../test/reference/random-screenings.ts';
import { drawFrom, type Draw } from '../test/reference/seeded.ts';
import type { Json } from '../test/screening-payload.ts';

const PAYLOADS = 50;
const CORPORA = 4;
/** Estimates of at least this many things may differ from the truth by a share. */
const MANY = 1_000;
const PAYLOAD_SHARE = 0.05;
const CORPUS_SHARE = 0.2;

/** Sizes of payloads whose kind crosses a bound: entries and runs, ids of one entry, providers. Of 17 payloads of a kind, some do. */
const SIZES: readonly ((draw: Draw) => ScreeningSizes)[] = [
  (draw) => ({ providers: 2, runs: 300 + draw.below(3_000), entries: 2, hits: 3 }),
  (draw) => ({ providers: 2, runs: 3, entries: 3, hits: 130_000 + draw.below(20_000) }),
  (draw) => ({ providers: 33 + draw.below(2_400), runs: 2, entries: 2, hits: 3 }),
];

const encoder = new TextEncoder();
const seed = Number(process.argv[2] ?? SEED);
console.log(`Seed ${seed}`);
const draw = drawFrom(seed);
const wrong: string[] = [];
const reached: Record<string, number> = {};

function isFar({ said, is }: Estimate, share: number): boolean {
  return is >= MANY && Math.abs(said - is) > share * is;
}

for (let number = 0; number < PAYLOADS; number += 1) {
  const sizes = SIZES[number % SIZES.length]?.(draw);
  if (!sizes) throw new Error('There are no sizes');
  const text = JSON.stringify(drawPayload(draw, sizes));
  const { documents } = await summarize([encoder.encode(text)]);
  const [document] = documents;
  if (!document) throw new Error('There is no document');
  const compared = compareNumbers(document, JSON.parse(text) as Json);
  const far = compared.estimates.filter((estimate) => isFar(estimate, PAYLOAD_SHARE));
  wrong.push(
    ...compared.wrong.map((each) => `payload ${number}: ${each}`),
    ...far.map(({ name, said, is }) => `payload ${number}: ${name} is ${is}, not ≈${said}`),
  );
  for (const bound of new Set(document.limits.map((limit) => limit.bound))) reached[bound] = (reached[bound] ?? 0) + 1;
}

for (let corpus = 0; corpus < CORPORA; corpus += 1) {
  const collector = createCollector();
  const different = CORPUS_BOUNDS.submissions + 1 + draw.below(30_000);
  const again = corpus === 0 ? 0 : 1_000 + draw.below(different - 1_000);
  const prefix = draw.below(2 ** 30);
  for (let number = 0; number < different + again; number += 1) {
    const payload = drawPayload(draw, { providers: 1, runs: 0, entries: 0, hits: 0 });
    const application = { ...(payload['application'] as Json), slug: `${prefix} ${number % different}` };
    const facts = summarizePlain(encoder.encode(JSON.stringify({ ...payload, application })), {});
    if (!facts) throw new Error('The payload needs a scan');
    collector.addDocument(facts);
  }
  const { deliveries, exact, repeated } = collector.result().submissions;
  if (deliveries !== different + again || exact)
    wrong.push(`corpus ${corpus}: ${deliveries} deliveries, exact ${exact}`);
  if (again === 0 ? repeated > 0 : isFar({ name: 'repeated', said: repeated, is: again }, CORPUS_SHARE)) {
    wrong.push(`corpus ${corpus}: repeated is ${again}, not ≈${repeated}`);
  }
}

for (const bound of ['entries', 'ids', 'fields', 'providers']) {
  if ((reached[bound] ?? 0) === 0) wrong.push(`The bound ${bound} was never crossed`);
}
console.log(`${PAYLOADS} payloads, ${CORPORA} corpora; bounds crossed: ${JSON.stringify(reached)}`);
for (const each of wrong) console.error(each);
if (wrong.length > 0) process.exitCode = 1;
