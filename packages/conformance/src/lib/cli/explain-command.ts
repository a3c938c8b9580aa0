import { createPaint, matchesGlob, wrapped, type Io } from '@idvkit/cli-kit';
import { isRuleId, RULE_IDS, ruleEntry, type RuleEntry, type RuleId } from '@idvkit/schema/rules';

import { subjectOf } from '../judge/rule/subject-text.ts';
import { assertKnown } from './chosen-rules.ts';
import type { AddCommand } from './command.ts';
import { type ListedRule, listedRule, ruleList } from './rule-list.ts';

const EXAMPLES = `
Examples:
  Explain a rule, and how to fix what breaks it:
    idvkit explain delivery.4xx.not-retried
  List the rules of a part of the contract:
    idvkit explain "delivery.*"
  See a rule fail:
    idvkit check --fault delivery.4xx.not-retried`;

export const addExplainCommand: AddCommand = (command, context) => {
  command
    .argument('[rules...]', 'Ids to explain, or globs to list; all rules if left out')
    .option('--json', 'Print one JSON document (idvkit.rule-catalogue)')
    .addHelpText('after', EXAMPLES)
    .action(
      context.run(async (globs: readonly string[], { json }: { readonly json?: true | undefined }) => {
        const { io } = context;
        const ids = matchingRules(globs);
        if (json === true) {
          const rules = await Promise.all(ids.map(explanationOf));
          io.stdout.write(`${JSON.stringify({ format: 'idvkit.rule-catalogue', version: 1, rules }, undefined, 2)}\n`);
        } else if (globs.length > 0 && globs.every(isRuleId)) await explainRules(globs, io);
        else io.stdout.write(ruleList(ids.map(listedRule), io));
      }),
    );
};

function matchingRules(globs: readonly string[]): readonly RuleId[] {
  for (const glob of globs) assertKnown(glob, RULE_IDS);
  return globs.length === 0 ? RULE_IDS : RULE_IDS.filter(matchesGlob(globs));
}

/** Prints all that is known about rules. */
async function explainRules(ids: readonly RuleId[], { stdout, env }: Io): Promise<void> {
  const paint = createPaint(stdout, env);
  const width = Math.min(100, Math.max(40, stdout.columns));
  const paragraph = (text: string): readonly string[] => wrapped(text, width - 2).map((line) => `  ${line}`);
  for (const [index, id] of ids.entries()) {
    const { section, level, binds, title, specification, check, needs, faults, fix } = await explanationOf(id);
    const commandOf = binds === 'client' ? 'idvkit mock' : 'idvkit check';
    const parts: readonly (readonly [heading: string, texts: readonly string[]])[] = [
      ['Specification', specification.map((each) => `${each.section}: "${each.text}"`)],
      ['Check', [check]],
      ['Needs', [needs]],
      ['Faults that break it', faults.map((fault) => `${commandOf} --fault ${fault.id}: ${fault.title}.`)],
      ['Fix', fix],
    ];
    const lines = [
      ...(index > 0 ? [''] : []),
      `${paint('bold', id)}  ${paint('dim', `${section} · ${level} · binds the ${binds}`)}`,
      ...paragraph(`${title}.`),
      ...parts
        .filter(([, texts]) => texts.length > 0)
        .flatMap(([heading, texts]) => ['', paint('bold', heading), ...texts.flatMap(paragraph)]),
    ];
    stdout.write(`${lines.join('\n')}\n`);
  }
}

/** All that is known about a rule. */
interface Explanation extends ListedRule {
  readonly specification: readonly { readonly section: string; readonly text: string }[];
  readonly check: string;
  readonly needs: string;
  /** Faults of the mock that break it. */
  readonly faults: readonly { readonly id: string; readonly title: string }[];
  readonly fix: readonly string[];
}

async function explanationOf(id: RuleId): Promise<Explanation> {
  const [{ sentencesOf }, { allFaults }, { serviceRules }, { receiverRules }] = await Promise.all([
    import('@idvkit/schema/rules'),
    import('@idvkit/mock'),
    import('../judge/rules/all-rules.ts'),
    import('../judge/rules/receiver.ts'),
  ]);
  const rule = [...serviceRules, ...receiverRules].find((each) => each.id === id);
  return {
    ...listedRule(id),
    specification: sentencesOf(id).map(({ section, text }) => ({ section, text })),
    check: rule === undefined ? 'By the mock, on the calls that it gets.' : `On ${subjectOf(rule.scope)}.`,
    needs: rule?.needs ?? 'A client that calls the mock: idvkit mock --fail-on-audit.',
    faults: allFaults.filter((fault) => fault.rule === id).map((fault) => ({ id: fault.id, title: fault.title })),
    fix: fixOf(id, ruleEntry(id)),
  };
}

/** Says where to fix what breaks a rule, and how to check it again. */
export function fixOf(id: RuleId, { binds, level }: RuleEntry): readonly string[] {
  const again = {
    service: `idvkit check --only ${id}, with the options of the run that failed.`,
    receiver: `idvkit receiver --only ${id} --url with the address of the receiver.`,
    client: 'idvkit mock --fail-on-audit, and let the client call it.',
  }[binds];
  const where = {
    service: 'In the service: the report shows the request and the response that break the rule.',
    receiver: 'In the receiver: the report shows the delivery. Start from the handler of @idvkit/schema/receiver.',
    client: 'In the client: the audit shows the call. Start from the client of @idvkit/schema/client.',
  }[binds];
  const excuse = 'Excuse it until a date: idvkit check --report baseline=idvkit.baseline.json.';
  const weight = level === 'should' ? ['It is a warning: it fails a run only with --fail-on-warning.'] : [];
  return [where, `Then check again: ${again}`, ...weight, ...(binds === 'service' ? [excuse] : [])];
}
