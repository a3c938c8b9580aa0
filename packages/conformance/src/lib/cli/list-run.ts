import type { Io } from '@idvkit/cli-kit';
import type { RuleId } from '@idvkit/schema/rules';

import { allScenarios } from '../drive/scenarios/all-scenarios.ts';
import { scenariosFor } from '../drive/scenarios/run-scenarios.ts';
import { counted } from '../report/texts.ts';
import { listedRule, ruleList } from './rule-list.ts';

export function listRun(ids: readonly string[], io: Pick<Io, 'stdout' | 'env'>, isJson: boolean): void {
  // Chosen ids are ids of rules.
  const rules = ids.map((id) => listedRule(id as RuleId));
  const scenarios = scenariosFor(allScenarios, ids).map(({ name }) => name);
  if (isJson) {
    io.stdout.write(
      `${JSON.stringify({ format: 'idvkit.conformance-plan', version: 1, scenarios, rules }, undefined, 2)}\n`,
    );
    return;
  }
  io.stdout.write(ruleList(rules, io));
  io.stdout.write(`\n${[counted(scenarios.length, 'scenario'), ...scenarios].join('\n  ')}\n`);
}
