import { readdirSync, readFileSync } from 'node:fs';

import { allFaults } from '@idvkit/mock';
import { ruleEntry, SENTENCES, type RuleId } from '@idvkit/schema/rules';

import { faultyClients } from '../../mock/test/client-audit/faulty-clients.ts';
import { subjectOf } from '../src/lib/judge/rule/subject-text.ts';
import { serviceRules } from '../src/lib/judge/rules/all-rules.ts';
import { receiverRules } from '../src/lib/judge/rules/receiver.ts';
import { bodyFaults, dedupeFaults, secretFaults, toleranceFaults } from '../test/receiver-audit/faulty-receivers.ts';

const judged = new Map([...serviceRules, ...receiverRules].map((rule) => [rule.id, rule]));

const faultyReceivers = [...dedupeFaults, ...secretFaults, ...toleranceFaults, ...bodyFaults];

/** Says of a rule, in items of Markdown, what its check looks at, what it needs, and examples of what breaks it: each is tested. */
export function ruleDetail(id: RuleId): readonly string[] {
  const examples = examplesOf(id);
  const broken = examples.length > 0 ? [['Broken by one that', ...examples].join('\n  - ')] : [];
  return [
    ...judgeOf(id),
    ...broken,
    `Lines of the specification: ${linesOf(id).join(', ')}`,
    `Source: ${sourcesOf(id).join(', ')}`,
  ];
}

export const REPOSITORY = 'https://github.com/idvkit/idvkit/blob/main/';

/** Returns the address of a line of the specification. */
export function specificationLine(line: number): string {
  return `${REPOSITORY}docs/specification.md?plain=1#L${line}`;
}

function linesOf(id: RuleId): readonly string[] {
  const lines = SENTENCES.filter(({ rules = [] }) => rules.includes(id)).map(({ line }) => line);
  return [...new Set(lines)].map((line) => `[${line}](${specificationLine(line)})`);
}

const root = new URL('../../../', import.meta.url);

/** The files of each folder that has a part of a rule, by what that part is. */
const sources = [
  ['entry', 'packages/schema/src/lib/rules/'],
  ['check', 'packages/conformance/src/lib/judge/rules/'],
  ['check', 'packages/mock/src/lib/portal/audit/'],
  ['breaches', 'packages/schema/src/lib/breaches/'],
  ['faults', 'packages/mock/src/lib/behaviour/faults/'],
  ['tests', 'packages/conformance/test/judges-payload/'],
  ['tests', 'packages/conformance/test/judges-exchange/'],
  ['tests', 'packages/conformance/test/receiver-audit/'],
  ['tests', 'packages/mock/test/client-audit/'],
].flatMap(([part = '', folder = '']) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.ts') && (part === 'tests' || !name.endsWith('.test.ts')))
    .map((name) => ({ part, path: folder + name, text: readFileSync(new URL(folder + name, root), 'utf8') })),
);

/** A source file, by what it has of a rule. */
export interface RuleSource {
  readonly part: string;
  /** Below the root of the repository. */
  readonly path: string;
}

/** Returns the first file that names the rule, for each of its parts. */
export function ruleSources(id: RuleId): readonly RuleSource[] {
  const named = sources.filter(({ text }) => text.includes(`'${id}'`));
  return [...new Map(named.toReversed().map((source) => [source.part, source])).values()].toReversed();
}

function sourcesOf(id: RuleId): readonly string[] {
  return ruleSources(id).map(({ part, path }) => `[${part}](../../${path})`);
}

function examplesOf(id: RuleId): readonly string[] {
  return ruleExamples(id).map(({ what, fault }) => (fault === undefined ? what : `${what}: \`${fault}\``));
}

/** What breaks a rule, with the fault of the mock that shows it, if there is one. */
export function ruleExamples(id: RuleId): readonly { readonly what: string; readonly fault?: string }[] {
  switch (ruleEntry(id).binds) {
    case 'service':
      return allFaults.filter(({ rule }) => rule === id).map((fault) => ({ what: fault.title, fault: fault.id }));
    case 'receiver':
      return faultyReceivers.filter(({ finds }) => finds.includes(id)).map(({ fault }) => ({ what: fault }));
    case 'client':
      return faultyClients.filter(([, rule]) => rule === id).map(([what]) => ({ what }));
  }
}

function judgeOf(id: RuleId): readonly string[] {
  const rule = judged.get(id);
  if (rule !== undefined) return [`Checked on ${subjectOf(rule.scope)}.`, `Needs: ${rule.needs}`];
  if (ruleEntry(id).binds !== 'client') throw new Error(`${id} has no judge`);
  return ['Checked by the mock, on the calls that it gets: `idvkit mock --fail-on-audit`.'];
}
