import { isRuleId, ruleEntry } from '@idvkit/schema/rules';

import type { Results } from './results.ts';

/** Location of the document, below the root of the repository. */
export const PEERS_DOCUMENT = 'docs/peers.md';

/** Kinds of faults, by what it takes to see that their rule is broken. */
const KINDS = {
  body: 'the shape of a body',
  agreement: 'parts of a body that must agree',
  exchange: 'the response to one call',
  sequence: 'several calls',
  operator: 'calls after an action of an operator',
  delivery: 'deliveries: retries, secrets, order, time',
} as const;
type Kind = keyof typeof KINDS;

/** Reasons why idvkit misses faults in a recording that others find. */
const REASONS: Readonly<Record<string, string>> = {
  'event.present':
    'a request without an `event` is not recognised as a delivery. The others know which requests are deliveries',
  'delivery.method.post': 'a request that is not a POST is not recognised as a delivery',
};

/** Returns the kind of a fault. */
export function kindOf(fault: string): Kind {
  const rule = fault.split('/', 1)[0] ?? '';
  if (!isRuleId(rule)) throw new Error(`No rule has the fault ${fault}`);
  const { seenBy, beyondJsonSchema = false } = ruleEntry(rule);
  return beyondJsonSchema ? 'agreement' : seenBy;
}

/** Writes what each peer found and missed, as a Markdown document. */
export function peersDocument(results: Results): string {
  const { faults, conditional, faultless, messages, peers } = results;
  const byKind = Map.groupBy(Object.entries(faults), ([fault]) => kindOf(fault));
  const kinds = Object.entries(KINDS).map(([kind, title]) => {
    const marks = (byKind.get(kind as Kind) ?? []).map(([, each]) => each); // `Object.entries` forgets the names.
    return [title, marks.length, ...countsOf(marks, peers.length)];
  });
  const all = Object.values(faults);
  const underOne = Object.values(conditional);
  const recordings = Object.entries(faultless);
  const found = row(['faults that break a rule about', 'faults', ...peers.map(({ name }) => name)]);
  const lines = [
    ...kinds.map(row),
    row(['**all**', all.length, ...countsOf(all, peers.length)]),
    row(['**under one condition only**', underOne.length, ...countsOf(underOne, peers.length)]),
    row([
      '**false alarms**: recordings without a fault',
      recordings.length,
      ...countsOf(
        recordings.map(([, marks]) => marks),
        peers.length,
      ),
    ]),
  ];
  return `# Other validators

Seven validators checked the same recorded traffic. In it, the mock has each of its ${all.length} faults, one at a time. It also
has ${underOne.length} faults that show under one condition only. Another ${recordings.length} runs have no fault. The table has the number of faults that each of them found.

${found}
| --- ${'| ---: '.repeat(peers.length + 1)}|
${lines.join('\n')}

A recording has about ${messages.calls} calls that the OpenAPI document describes and ${messages.deliveries} deliveries. The calls make errors on purpose: wrong
tokens, unknown slugs, bad answers. Another ${messages.undocumentedCalls} calls are of a method or path that the document does not have. Only idvkit gets
those: the others would report each of them, with or without a fault.

- **Found**: the validator reports something about the service that it does not report about the correct mock.
- **Under one condition only**: a fault that shows where two values hold together, such as one credential and one state. A seed draws
  them. Each changes a byte of a response or delivery under its condition, and nowhere else.
- **False alarm**: it reports something about the service without a fault: the correct mock with three seeds, each variation of
  the mock, and all of them together.

## What each of them gets

| validator | gets and uses | versions |
| --- | --- | --- |
${peers
  .map(({ name, settings, versions }) =>
    row([
      name,
      settings,
      Object.entries(versions)
        .map((each) => each.join(' '))
        .join(', '),
    ]),
  )
  .join('\n')}

- All but idvkit and ajv get [our OpenAPI document](api-documents.md) with the strict JSON Schemas. It has each webhook as a path too, because none of them reads webhooks.
  Deliveries are checked as requests.
- Our strict schemas allow no unknown fields, so that they find misspelt ones. The price is false alarms about a service that adds fields
  (variation \`unknown-keys\`). The consumer schemas allow them, and find less.
- Our schemas do not have the recommendations of the specification (\`should\`), so no validator finds those faults with them.
- openapi-response-validator takes a response without a documented body, such as 429, for one that must be empty (variation \`busy-at-times\`).
- In a recording, idvkit does not know who subscribed, when an operator acted, or which tokens were ever valid.

## False alarms

${falseAlarms(results)}

## Missed by idvkit

${missedByIdvkit(results)}

## Not in the table

- **jest-openapi 0.14.2** refuses our document: it checks every document against the schema of OpenAPI 3.0. It
  uses openapi-response-validator 9.3, whose newer version is in the table.
- **Specmatic 2.55.1** needs Java 17 and 80 MB. It has no command for recorded traffic, but \`examples validate\` checks calls that are
  written as examples. Without \`--lenient\` it does not load our document. With it, it called 162 of 421 calls of the correct mock invalid,
  among them \`Type (SubmitValidationError) does not exist\`, and took 14 seconds of CPU.
- **Schemathesis** sends its own requests and checks those. It is on PyPI only, so this measurement, which installs from npm, does not run it.

\`pnpm run peers\` repeats the measurement and writes this file. A proof checks ten of the faults again.
`;
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function countsOf(marks: readonly string[], peers: number): readonly number[] {
  return Array.from({ length: peers }, (_, index) => marks.filter((each) => each[index] === '+').length);
}

function falseAlarms({ faultless, peers }: Results): string {
  return peers
    .map(({ name: peer }, index) => {
      const names = Object.entries(faultless).flatMap(([name, marks]) => (marks[index] === '+' ? [name] : []));
      return `- **${peer}**: ${names.length === 0 ? 'none' : names.join(', ')}`;
    })
    .join('\n');
}

function missedByIdvkit({ faults: everywhere, conditional, peers }: Results): string {
  const faults = { ...everywhere, ...conditional };
  const missed = Object.entries(faults).filter(([, marks]) => marks.startsWith('-'));
  const others = Object.entries(faults).filter(([, marks]) => marks[1] === '-' && marks.slice(2).includes('+'));
  const whose = (marks: string): string =>
    peers.flatMap(({ name }, index) => (index > 1 && marks[index] === '+' ? [name] : [])).join(', ');
  return [
    missed.length === 0
      ? 'A live run finds every fault.'
      : `A live run misses ${missed.map(([fault]) => `\`${fault}\``).join(', ')}.`,
    others.length === 0
      ? 'No validator finds a fault in a recording that idvkit does not find there.'
      : `In a recording, it misses these, and another validator finds them:\n\n${others
          .map(
            ([fault, marks]) =>
              `- \`${fault}\` (${whose(marks)}): ${REASONS[fault.split(' ', 1).join()] ?? 'not explained yet'}`,
          )
          .join('\n')}`,
  ].join(' ');
}
