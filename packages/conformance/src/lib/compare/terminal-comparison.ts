import { counted, countText, wrapped, type Paint } from '@idvkit/cli-kit';
import type { BehaviourDifference, Comparison, MeasuredBehaviour } from '@idvkit/schema/formats';

const MIN_WIDTH = 40;
const MAX_WIDTH = 110;

export interface TerminalComparisonOptions {
  readonly paint: Paint;
  readonly columns: number;
  /** Shows every condition, and those that only one side met. */
  readonly verbose: boolean;
}

/** Conditions of one topic under which the same differs. */
interface Group {
  readonly about: string;
  readonly conditions: readonly string[];
  readonly a: string;
  readonly b: string;
}

/** Writes a comparison for a terminal: the same differences under several conditions once. */
export function terminalComparison(comparison: Comparison, options: TerminalComparisonOptions): string {
  const { a, b, compared, onlyA, onlyB, differences } = comparison;
  const { paint, verbose } = options;
  const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, options.columns));
  const text = (line: string, indent = 0): readonly string[] =>
    wrapped(line, width - indent).map((each) => `${' '.repeat(indent)}${each}`);
  const only = [
    ...(onlyA.length > 0 ? [`${countText(onlyA.length)} that only A met`] : []),
    ...(onlyB.length > 0 ? [`${countText(onlyB.length)} that only B met`] : []),
  ];
  const groups = groupsOf(differences);
  const lines = [
    ...(
      [
        ['A', a],
        ['B', b],
      ] as const
    ).flatMap(([side, { name, target, startedAt, complete }]) =>
      text(
        `${side} is ${name}: ${target.baseUrl}, ${startedAt.slice(0, 16).replace('T', ' ')} UTC${complete ? '' : '; the run ended early'}`,
      ),
    ),
    '',
    ...groups.flatMap((group) => [
      ...text(`${group.about}: ${sharedText(group)}`).map((line) => paint('bold', line)),
      ...(verbose && group.conditions.length > 1 ? group.conditions.flatMap((each) => text(`· ${each}`, 2)) : []),
      ...text(`A: ${group.a}`, 2),
      ...text(`B: ${group.b}`, 2),
      '',
    ]),
    ...text(headline(comparison, groups.length)).map((line) => paint(groups.length > 0 ? 'red' : 'green', line)),
    ...(only.length > 0 ? text(`Not compared: conditions, ${only.join(' and ')}.`) : []),
    ...(verbose
      ? [...onlyA.map((each) => `A: ${each}`), ...onlyB.map((each) => `B: ${each}`)].flatMap((each) => text(each, 2))
      : []),
  ];
  return `${lines.join('\n')}\n`;

  function headline({ differences: all }: Comparison, count: number): string {
    const conditions = `${countText(compared)} conditions compared`;
    return all.length === 0 ? `No difference, ${conditions}.` : `${counted(count, 'difference')}, ${conditions}.`;
  }
}

function groupsOf(differences: readonly BehaviourDifference[]): readonly Group[] {
  const topics = Map.groupBy(differences, (difference) => JSON.stringify(topicOf(difference)));
  const each = [...topics.values()].flatMap((own) =>
    own.slice(0, 1).map((first) => ({ ...topicOf(first), a: sideText(own, 'a'), b: sideText(own, 'b') })),
  );
  const groups = Map.groupBy(each, ({ about, condition, a, b }) =>
    // Statuses of another endpoint have another cause. Rules and numbers differ one by one.
    JSON.stringify([about, about === 'status' ? subjectOf(condition) : about === 'rule' ? condition : '', a, b]),
  );
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map((first) => ({ ...first, conditions: own.map(({ condition }) => condition) })),
  );
}

function topicOf(difference: BehaviourDifference): { readonly about: string; readonly condition: string } {
  if (difference.kind === 'rule') return { about: 'rule', condition: difference.rule };
  const { about, condition } = difference;
  return { about, condition };
}

/** `GET info`. */
function subjectOf(condition: string): string {
  return condition.split(',', 1)[0] ?? '';
}

/** Says what one side has of the values that differ. */
function sideText(differences: readonly BehaviourDifference[], side: 'a' | 'b'): string {
  const texts = differences.flatMap((difference) => {
    if (difference.kind === 'rule') return [difference[side]];
    if (difference.kind === 'measured') return [rangeText(difference[side], difference.unit)];
    const { count, of } = difference[side];
    if (count === 0) return [];
    return [count === of ? difference.value : `${difference.value} (${count} of ${of})`];
  });
  return texts.length > 0 ? texts.join(', ') : 'nothing';
}

function rangeText(
  { min, max }: { readonly min: number; readonly max: number },
  unit: MeasuredBehaviour['unit'],
): string {
  const [low, high] = [min, max].map((value) => (unit === 'ms' ? Math.round(value / 100) / 10 : value));
  const range = low === high ? `${low}` : `${low} to ${high}`;
  return unit === 'count' ? range : `${range} ${unit === 'ms' ? 's' : 'bytes'}`;
}

/** Writes the words that all conditions of a group share, and how many there are. */
function sharedText({ conditions }: Group): string {
  const [first = '', ...others] = conditions;
  if (others.length === 0) return first;
  const shared = first.split(', ').filter((part) => others.every((other) => other.split(', ').includes(part)));
  const words = shared.length === 0 ? first : shared.join(', ');
  return shared.length === 0 ? `${first} and ${others.length} more` : `${words} (${conditions.length} conditions)`;
}
