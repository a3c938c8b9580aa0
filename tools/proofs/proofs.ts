/** One part of `pnpm run prove`. */
export interface Proof {
  readonly name: string;
  /** Package whose script `prove:NAME` it is. Without one, the whole suite is run. */
  readonly package?: string;
  readonly proves: string;
  /** Whether it measures memory, or needs every connection of the machine: no other proof runs beside it. Default: false. */
  readonly isAlone?: true;
}

/** Proofs in the order in which `pnpm run prove` begins them: two at a time, long ones first, and those that run alone last. */
export const PROOFS: readonly Proof[] = [
  {
    name: 'conditions',
    package: 'conformance',
    proves: 'a run finds every fault that shows under 2 conditions only, and 80 of 100 under 3',
  },
  {
    name: 'checks',
    package: 'conformance',
    proves:
      'each fault fails its own rule only; no variation of the mock fails a rule by ten seeds, no setting of the independent service by one; 50 random runs pass',
  },
  {
    name: 'tests',
    proves: 'every test passes with all its cases, and with all runs of its properties',
  },
  {
    name: 'independent',
    package: 'conformance',
    proves:
      'each of 58 faults of the independent service is found, and 2 that the specification permits are not ([scores](conditional-faults.md))',
  },
  {
    name: 'archive',
    package: 'replay',
    proves: '100 kills each of capture, send, forward and prune lose nothing, and leave no byte of what was erased',
  },
  {
    name: 'engines',
    package: 'analyzer',
    proves: 'scanner and reference agree on generated documents for ten minutes',
  },
  {
    name: 'scrub',
    package: 'replay',
    proves: 'no planted value is left in 10,000 scrubbed deliveries',
  },
  {
    name: 'kills',
    package: 'analyzer',
    proves: 'killed workers, restarted servers and full disks change no byte, by 60 seeds (needs Redis and PostgreSQL)',
  },
  {
    name: 'pages',
    package: 'site',
    proves: 'axe finds nothing on any page of the site, light and dark, at 1280 and 390 px',
  },
  {
    name: 'runtimes',
    package: 'schema',
    proves: 'packages run on the lowest Node that each names, Bun, Jest and Next.js (downloads 400 MB)',
  },
  {
    name: 'numbers',
    package: 'analyzer',
    proves: 'the numbers of 50 payloads and 4 corpora beyond the bounds of summaries agree with a recount',
  },
  {
    name: 'agreement',
    package: 'schema',
    proves: 'every form of the contract says the same of 50,000 values',
  },
  {
    name: 'reading',
    package: 'schema',
    proves: 'no reader refuses one of 20,000 permitted deliveries',
  },
  {
    name: 'connections',
    package: 'replay',
    isAlone: true,
    proves: '10,000 connections in parallel are all served',
  },
  {
    name: 'disk',
    package: 'replay',
    isAlone: true,
    proves: 'a full disk loses nothing that was acknowledged (needs root and Linux)',
  },
  {
    name: 'sizes',
    package: 'replay',
    isAlone: true,
    proves: 'bodies of 1 byte to 4 GiB come back unchanged in under 200 MiB of memory (needs 5 GB of disk)',
  },
];

/** Last result of a proof. */
export interface ProofResult {
  readonly passed: boolean;
  readonly seed: number;
  readonly seconds: number;
  /** Day of the run, in UTC: `2026-11-24`. */
  readonly on: string;
  /** Last line that the proof printed. */
  readonly said: string;
}

export const PROOFS_DOCUMENT = 'docs/proofs.md';

function row({ name, proves }: Proof, result: ProofResult | undefined): string {
  const last =
    result === undefined
      ? '| not yet | | '
      : `| ${result.passed ? 'passed' : '**failed**'} on ${result.on}, seed ${result.seed} | ${duration(result.seconds)} | ${result.said.replaceAll('|', '\\|')}`;
  return `| \`${name}\` | ${proves} ${last} |`;
}

function duration(seconds: number): string {
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** Returns the document that lists the proofs and their last results. */
export function proofsDocument(results: Readonly<Record<string, ProofResult>>): string {
  const known = PROOFS.flatMap(({ name }) => results[name] ?? []);
  const total = known.reduce((sum, { seconds }) => sum + seconds, 0);
  return `# Proofs

\`npx -y pnpm@12 test\` tests a fixed sample with a fixed seed. Every rule, fault, variation, command and document is in it.
\`npx -y pnpm@12 run prove\` tests everything, with a random seed. It took 70 minutes on two cores that did nothing else.

| proof | proves | last result | time | last line |
| --- | --- | --- | ---: | --- |
${PROOFS.map((proof) => row(proof, results[proof.name])).join('\n')}

The last results took ${duration(total)} together, two proofs at a time. Proofs with other days or seeds ran separately.

- The first line of a run is its seed. \`IDVKIT_SEED=20779 npx -y pnpm@12 run prove\` repeats a run with the same values.
- \`--only NAME\` runs one proof. Repeat the option for more.
- \`--record\` writes the results to this page.
- A failed test file is repeated by \`IDVKIT_SEED=20779 pnpm exec vitest run FILE\`. The last lines of the run print that command.

Two measurements have their own commands: \`pnpm run mutants\` ([scores](mutants.md)) and \`pnpm run peers\` ([table](peers.md)).
`;
}
