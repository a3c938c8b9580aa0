import { cannot, CliError, readBytes, type Io } from '@idvkit/cli-kit';
import type { HitProfile } from '@idvkit/schema/formats';

/** A value that hits are searched for. */
export interface HitCondition {
  /** Path within a hit, as in a profile. */
  readonly path: string;
  readonly value: string;
  /** True if the path is that of the label, which the scan hands over. */
  readonly isLabel: boolean;
  /** True if a hit without a value at the path has that of its search record: the profile's status or level. */
  readonly isOfRecord: boolean;
}

/**
 * Reads a condition: `doc.name=Erika`, or `name=Erika` for the label of the profile, or `name=@FILE` for a value that a file
 * holds and no list of processes shall show (`@-`: standard input).
 *
 * @throws {CliError} `condition-unusable` if it is something else, or the file cannot be read.
 */
export async function parseCondition(
  text: string,
  { label, matchStatus, riskLevel }: HitProfile,
  { cwd, stdin }: Pick<Io, 'cwd' | 'stdin'>,
): Promise<HitCondition> {
  const at = text.indexOf('=');
  if (/^[^=]*[<>]\s*(?:=|[^=]*$)/.test(text)) throw cannotCompare();
  if (at < 1) throw unusable('it is not PATH=VALUE');
  const [typed, value] = [text.slice(0, at), text.slice(at + 1)];
  const path = typed === label.split('.').at(-1) ? label : typed;
  return {
    path,
    isLabel: path === label,
    isOfRecord: path === matchStatus || path === riskLevel,
    value: value.startsWith('@') ? await valueIn(value.slice(1), cwd, stdin) : value,
  };
}

async function valueIn(name: string, cwd: string, stdin: Io['stdin']): Promise<string> {
  const bytes = await readBytes(name, { cwd, stdin }, (state, cause) =>
    unusable(`its value cannot be read from "${name}": ${state}`, cause),
  );
  return bytes.toString().replace(/\r?\n$/, '');
}

function cannotCompare(): CliError {
  return new CliError({
    code: 'condition-unusable',
    message: 'Cannot look for a hit: --where finds equal values only.',
    fix: "Run idvkit analyze FILE --hits parquet=hits.parquet, and query that file in DuckDB: select number from 'hits.parquet' where score >= 0.9.",
  });
}

const unusable = cannot(
  'condition-unusable',
  'look for a hit',
  'Write --where PATH=VALUE, or PATH=@FILE for a value that stands in a file.',
);
