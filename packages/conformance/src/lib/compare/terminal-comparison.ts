import { counted, countText, wrapped, type Paint } from '@idvkit/cli-kit';
import type { BehaviourDifference, Comparison, MeasuredBehaviour } from '@idvkit/schema/formats';

/** Conditions of one topic under which the same differs. */
interface Group {
  readonly about: string;
  readonly conditions: readonly string[];
  readonly a: string;
  readonly b: string;
}

/** Writes a comparison for a terminal: the same differences under several conditions once. */
export function terminalComparison(
  { a, b, compared, onlyA, onlyB, differences }: Comparison,
  { paint, columns }: { readonly paint: Paint; readonly columns: number },
): string {
  const groups = groupsOf(differences);
  const count = groups.length === 0 ? 'No difference' : counted(groups.length, 'difference');
  const only = [...onlyA, ...onlyB].length;
  const lines: readonly (readonly [text: string, style?: 'bold' | 'red' | 'green'])[] = [
    ...Object.entries({ A: a, B: b }).map(([side, { name, target, startedAt, complete }]): [string] => {
      const at = startedAt.slice(0, 16).replace('T', ' ');
      return [`${side} is ${name}: ${target.baseUrl}, ${at} UTC${complete ? '' : '; the run ended early'}`];
    }),
    [''],
    ...groups.flatMap((group): [string, 'bold'?][] => [
      [`${group.about}: ${conditionsText(group)}`, 'bold'],
      [`  A: ${group.a}`],
      [`  B: ${group.b}`],
      [''],
    ]),
    [`${count}, ${countText(compared)} conditions compared.`, groups.length > 0 ? 'red' : 'green'],
    ...(only > 0 ? [[`${counted(only, 'condition')} that only one of them met: see --json.`] as const] : []),
  ];
  const width = Math.min(110, Math.max(40, columns));
  const written = lines.flatMap(([text, style]) => {
    const [indent = ''] = /^ */.exec(text) ?? [];
    const paintLine = (line: string): string => (style === undefined ? line : paint(style, line));
    return wrapped(text, width - indent.length).map((line) => paintLine(`${indent}${line}`));
  });
  return `${written.join('\n')}\n`;
}

function groupsOf(differences: readonly BehaviourDifference[]): readonly Group[] {
  const topics = Map.groupBy(differences, (each) => JSON.stringify(topicOf(each)));
  const each = [...topics.values()].flatMap((own) =>
    own.slice(0, 1).map((first) => ({ ...topicOf(first), a: sideText(own, 'a'), b: sideText(own, 'b') })),
  );
  // Statuses of another endpoint have another cause. Rules differ one by one.
  const causeOf = ({ about, condition }: (typeof each)[number]): string =>
    about === 'status' ? (condition.split(',', 1)[0] ?? '') : about === 'rule' ? condition : '';
  const groups = Map.groupBy(each, (topic) => JSON.stringify([topic.about, causeOf(topic), topic.a, topic.b]));
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map((first) => ({ ...first, conditions: own.map(({ condition }) => condition) })),
  );
}

function topicOf(difference: BehaviourDifference): { readonly about: string; readonly condition: string } {
  if (difference.kind === 'rule') return { about: 'rule', condition: difference.rule };
  const { about, condition } = difference;
  return { about, condition };
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

function rangeText(range: { readonly min: number; readonly max: number }, unit: MeasuredBehaviour['unit']): string {
  const [low, high] = [range.min, range.max].map((value) => (unit === 'ms' ? Math.round(value / 100) / 10 : value));
  const text = low === high ? `${low}` : `${low} to ${high}`;
  return unit === 'count' ? text : `${text} ${unit === 'ms' ? 's' : 'bytes'}`;
}

/** Writes the words that all conditions of a group share, and how many there are. */
function conditionsText({ conditions: [first = '', ...others] }: Group): string {
  if (others.length === 0) return first;
  const shared = first.split(', ').filter((part) => others.every((other) => other.split(', ').includes(part)));
  return shared.length === 0
    ? `${first} and ${others.length} more`
    : `${shared.join(', ')} (${others.length + 1} conditions)`;
}
