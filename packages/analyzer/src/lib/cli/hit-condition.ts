import { cannot, readBytes, type Io } from '@idvkit/cli-kit';
import type { HitProfile } from '@idvkit/schema/formats';

import { numberOf } from '../scan/number-of.ts';

/** How a value of a hit relates to that of a condition. All but `=` compare numbers. */
type Operator = '=' | '<' | '<=' | '>' | '>=';

/** Condition that hits are searched for. */
export interface HitCondition {
  /** Path within a hit, as in a profile. */
  readonly path: string;
  readonly operator: Operator;
  readonly value: string;
  /** True if the path is that of the label, which the scan hands over. */
  readonly isLabel: boolean;
  /** True if a hit without a value at the path has that of its search record: the profile's status or level. */
  readonly isOfRecord: boolean;
}

/**
 * Reads a condition: `doc.name=Erika`, `score>=0.9`, or `name=Erika` for the label of the profile, or `name=@FILE` for a value
 * that a file holds and no list of processes shall show (`@-`: standard input).
 *
 * @throws {CliError} `condition-unusable` if it is something else, or the file cannot be read.
 */
export async function parseCondition(
  text: string,
  { label, matchStatus, riskLevel }: HitProfile,
  { cwd, stdin }: Pick<Io, 'cwd' | 'stdin'>,
): Promise<HitCondition> {
  const [, before = '', operator, after = ''] = /^([^=<>]+)(=|<=|>=|<|>)(.*)$/s.exec(text) ?? [];
  const typed = before.trim();
  if (operator === undefined || typed === '') throw unusable('it is not PATH=VALUE');
  const given = operator === '=' ? after : after.trim();
  const value = given.startsWith('@') ? await valueIn(given.slice(1), cwd, stdin) : given;
  if (operator !== '=' && Number.isNaN(numberOf(value))) throw unusable(`${operator} compares with a number only`);
  const path = typed === label.split('.').at(-1) ? label : typed;
  return {
    path,
    operator: operator as Operator, // One of those of the pattern.
    value,
    isLabel: path === label && operator === '=',
    isOfRecord: path === matchStatus || path === riskLevel,
  };
}

/** Returns whether a text of a hit is what a condition asks for. */
export function fulfils(text: string, { operator, value }: HitCondition): boolean {
  if (operator === '=') return text === value;
  const [own, other] = [numberOf(text), numberOf(value)];
  switch (operator) {
    case '<':
      return own < other;
    case '<=':
      return own <= other;
    case '>':
      return own > other;
    case '>=':
      return own >= other;
  }
}

async function valueIn(name: string, cwd: string, stdin: Io['stdin']): Promise<string> {
  const bytes = await readBytes(name, { cwd, stdin }, (state, cause) =>
    unusable(`its value cannot be read from "${name}": ${state}`, cause),
  );
  return bytes.toString().replace(/\r?\n$/, '');
}

const unusable = cannot(
  'condition-unusable',
  'look for a hit',
  'Write --where PATH=VALUE, --where "PATH>=NUMBER", or PATH=@FILE for a value that stands in a file.',
);
