import { createPaint, wrapped, type Io } from '@idvkit/cli-kit';
import { isRuleId, RULE_IDS, ruleEntry, type RuleEntry, type RuleId } from '@idvkit/schema/rules';

import { subjectOf } from '../judge/rule/subject-text.ts';
import { assertKnown } from './chosen-rules.ts';
import type { AddCommand } from './command.ts';

const EXAMPLES = `
Examples:
  What a rule asks, and how to fix what breaks it:
    idv-conformance explain delivery.4xx.not-retried
  See the rule fail:
    idv-mock --fault delivery.4xx.not-retried`;

export const addExplainCommand: AddCommand = (command, context) => {
  command
    .argument('<rule...>', 'Ids of rules, as reports print them')
    .addHelpText('after', EXAMPLES)
    .action(
      context.run(async (ids: readonly string[]) => {
        for (const id of ids) assertKnown(id, RULE_IDS);
        await explainRules(ids.filter(isRuleId), context.io);
      }),
    );
};

/** Prints all that is known about rules: the specification, the check, what it needs, faults and the fix. */
export async function explainRules(ids: readonly RuleId[], { stdout, env }: Io): Promise<void> {
  const paint = createPaint(stdout, env);
  const width = Math.min(100, Math.max(40, stdout.columns));
  const paragraph = (text: string): readonly string[] => wrapped(text, width - 2).map((line) => `  ${line}`);
  for (const [index, id] of ids.entries()) {
    const { section, level, binds, title } = ruleEntry(id);
    const parts = await partsOf(id);
    const lines = [
      ...(index > 0 ? [''] : []),
      `${paint('bold', id)}  ${paint('dim', `${section} · ${level} · binds the ${binds}`)}`,
      ...paragraph(`${title}.`),
      ...parts.flatMap(([heading, texts]) => ['', paint('bold', heading), ...texts.flatMap(paragraph)]),
    ];
    stdout.write(`${lines.join('\n')}\n`);
  }
}

type Part = readonly [heading: string, texts: readonly string[]];

async function partsOf(id: RuleId): Promise<readonly Part[]> {
  const [{ sentencesOf }, { allFaults }, { serviceRules }, { receiverRules }] = await Promise.all([
    import('@idvkit/schema/specification'),
    import('@idvkit/mock'),
    import('../judge/rules/all-rules.ts'),
    import('../judge/rules/receiver.ts'),
  ]);
  const entry = ruleEntry(id);
  const rule = [...serviceRules, ...receiverRules].find((each) => each.id === id);
  const faults = allFaults.filter((fault) => fault.rule === id);
  return [
    ['Specification', sentencesOf(id).map(({ section, text }) => `${section}: "${text}"`)],
    ['Check', [rule === undefined ? 'By the mock, on the calls that it gets.' : `On ${subjectOf(rule.scope)}.`]],
    ['Needs', [rule?.needs ?? 'A client that calls the mock: idv-mock --fail-on-audit.']],
    ...(faults.length === 0
      ? []
      : [['Faults that break it', faults.map((fault) => `idv-mock --fault ${fault.id}: ${fault.title}.`)] as const]),
    ['Fix', fixOf(id, entry)],
  ];
}

function fixOf(id: RuleId, { binds, level }: RuleEntry): readonly string[] {
  const again = {
    service: `idv-conformance run --only ${id}, with the options of the run that failed.`,
    receiver: `idv-conformance receiver --only ${id} --url with the address of the receiver.`,
    client: 'idv-mock --fail-on-audit, and let the client call it.',
  }[binds];
  const where = {
    service: 'In the service: the report shows the request and the response that break the rule.',
    receiver: 'In the receiver: the report shows the delivery. Start from the handler of @idvkit/schema/receiver.',
    client: 'In the client: the audit shows the call. Start from the client of @idvkit/schema/client.',
  }[binds];
  const excuse = 'To excuse it until a date: idv-conformance run --baseline known.json --baseline-update.';
  const weight = level === 'should' ? ['It is a warning: it fails a run only with --fail-on-warning.'] : [];
  return [where, `Then check again: ${again}`, ...weight, ...(binds === 'service' ? [excuse] : [])];
}
