import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import { judgements } from '../../src/lib/judge/rule/judge-all.ts';
import type { JudgingContext } from '../../src/lib/judge/rule/rule.ts';
import { subjectsOf } from '../../src/lib/judge/rule/subjects.ts';
import { serviceRules } from '../../src/lib/judge/rules/all-rules.ts';
import { bodyRules } from '../../src/lib/judge/rules/body-rules.ts';
import { receiverRules } from '../../src/lib/judge/rules/receiver.ts';
import type { Observation } from '../../src/lib/observe/observation.ts';
import { SERVICE } from '../judges-exchange/build.ts';
import { changesOf } from './changes.ts';
import { RUNS } from './runs.ts';

const context: JudgingContext = {
  baseUrl: SERVICE,
  clockSkewSeconds: 60,
  inputParameters: { customer_ref: 'c-1' },
  requireHttps: true,
};

/** Rules that one body does not decide. */
const rules = [...serviceRules.filter((rule) => !bodyRules.includes(rule)), ...receiverRules];

/** The judgements of one rule: their outcomes, and all of them as text. Messages are left out: they may be reworded. */
interface Judged {
  readonly outcomes: string;
  readonly text: string;
}

function judged(observations: readonly Observation[]): ReadonlyMap<string, Judged> {
  const subjects = subjectsOf(observations);
  return new Map(
    rules.map((rule) => {
      const own = [...judgements(rule, subjects, context)];
      const outcomes = new Set(own.map(({ outcome }) => outcome));
      const text = JSON.stringify(own.map((each) => ({ ...each, message: 0, reason: 0 })));
      return [rule.id, { outcomes: [...outcomes].toSorted().join(' and ') || 'nothing', text }];
    }),
  );
}

interface Difference {
  /** Outcomes that are others, with their rules. */
  readonly outcomes: string;
  /** Everything that is judged otherwise: places, values and counts too. */
  readonly all: string;
}

function difference(before: ReadonlyMap<string, Judged>, after: ReadonlyMap<string, Judged>): Difference {
  const changed = [...after].filter(([id, { text }]) => text !== before.get(id)?.text);
  const otherwise = changed.filter(([id, { outcomes }]) => outcomes !== before.get(id)?.outcomes);
  return {
    outcomes: [...Map.groupBy(otherwise, ([, { outcomes }]) => outcomes)]
      .map(([outcomes, rules]) => `${outcomes}: ${rules.map(([id]) => id).join(', ')}`)
      .join('; '),
    all: changed.length === 0 ? '' : JSON.stringify(changed),
  };
}

/**
 * Returns a table of each observation and its changes. Changes share a row if the same rules have the same outcomes then; its mark stands
 * for everything that is judged otherwise. A change that is not listed changes no judgement.
 */
function tableOf(run: readonly Observation[]): string {
  const before = judged(run);
  const lines = run.flatMap((observation, place) => {
    const all = changesOf(observation).map(([what, changed]) => ({
      what,
      ...difference(before, judged(run.toSpliced(place, 1, ...changed))),
    }));
    const seen = all.filter(({ all }) => all !== '');
    const rows = [...Map.groupBy(seen, ({ outcomes }) => outcomes)].map(([outcomes, changes]) => {
      const mark = createHash('sha256')
        .update(changes.map(({ all }) => all).join('\n'))
        .digest('hex')
        .slice(0, 6);
      return `  ${changes.map(({ what }) => what).join(' | ')}\n    ${outcomes === '' ? 'other details' : outcomes} (${mark})`;
    });
    return [`${observation.id}, ${seen.length} of ${all.length} changes`, ...rows];
  });
  return `${lines.join('\n')}\n`;
}

describe('a run with one change', () => {
  it.each(sampleOf(Object.entries(RUNS), { every: 5 }))('is judged as approved: %s', async (name, run) => {
    const file = fileURLToPath(new URL(`approved/${name}.txt`, import.meta.url));

    await expect(tableOf(run)).toMatchFileSnapshot(file);
  });
});
