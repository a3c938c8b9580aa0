import { readdirSync, readFileSync } from 'node:fs';

import { allFaults } from '@idvkit/mock';
import { ruleEntry, sentencesOf, type RuleId } from '@idvkit/schema/rules';

import { faultyClients } from '../../mock/test/client-audit/faulty-clients.ts';
import { fixOf } from '../src/lib/cli/explain-command.ts';
import { subjectOf } from '../src/lib/judge/rule/subject-text.ts';
import { serviceRules } from '../src/lib/judge/rules/all-rules.ts';
import { receiverRules } from '../src/lib/judge/rules/receiver.ts';
import { bodyFaults, dedupeFaults, secretFaults, toleranceFaults } from '../test/receiver-audit/faulty-receivers.ts';
import { rightAndWrong } from './right-and-wrong.ts';

const judged = new Map([...serviceRules, ...receiverRules].map((rule) => [rule.id, rule]));

const faultyReceivers = [...dedupeFaults, ...secretFaults, ...toleranceFaults, ...bodyFaults];

/** Writes what is known about a rule in Markdown: the quoted specification, a right and a wrong answer, the check, and the fix. */
export function ruleDetail(id: RuleId): string {
  const { level, binds } = ruleEntry(id);
  const { right, wrong } = rightAndWrong(id);
  const [check, needs] = judgeOf(id);
  const examples = examplesOf(id);
  const items = [
    `**Level**: ${level}. **Side**: the ${binds}.`,
    `**Right**: ${right}`,
    `**Wrong**: ${wrong}`,
    `**Checked** ${check}`,
    `**Needs**: ${needs}`,
    `**Fix**: ${fixOf(id, ruleEntry(id)).map(withCode).join(' ')}`,
    ...(examples.length > 0 ? [[`**Broken by** a ${binds} that`, ...examples].join('\n  - ')] : []),
    `**Source**: ${sourcesOf(id).join(', ')}`,
  ];
  return `${quotesOf(id)}\n\n${items.map((item) => `- ${item}`).join('\n')}`;
}

/** Quotes the sentences that a rule checks, each with a link to its line. */
function quotesOf(id: RuleId): string {
  return sentencesOf(id)
    .map(({ text, section, line }) => `> - ${quoted(text)} [${section}](${specificationLine(line)})`)
    .join('\n');
}

/** Writes a sentence, or a row of a table, so that Markdown shows it as it is. */
function quoted(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[<[\]*_]/g, String.raw`\$&`).replaceAll('|', '·')))
    .join('');
}

/** Writes commands in a sentence as code. */
function withCode(text: string): string {
  return text.replaceAll(/idvkit (?:check|receiver|mock)(?: --?[\w-]+(?: [\w.*=-]+[\w*])?)*/g, '`$&`');
}

export const REPOSITORY = 'https://github.com/idvkit/idvkit/blob/main/';

/** Returns the address of a line of the specification. */
export function specificationLine(line: number): string {
  return `${REPOSITORY}docs/specification.md?plain=1#L${line}`;
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

/** Says how a rule is checked, and what the check needs. */
function judgeOf(id: RuleId): readonly [check: string, needs: string] {
  const rule = judged.get(id);
  if (rule !== undefined) return [`on ${subjectOf(rule.scope)}.`, rule.needs];
  if (ruleEntry(id).binds !== 'client') throw new Error(`${id} has no judge`);
  return ['by the mock, on the calls that it gets.', 'A client that calls the mock: `idvkit mock --fail-on-audit`.'];
}
