import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { compareContracts, type Contract, type ContractChange } from '../api/compare-contracts.ts';
import { readContract } from '../api/surface.ts';

const root = new URL('../../', import.meta.url);
const CHANGES = 'packages/schema/contract-changes.json';

/** What one version of the interface holds, and what changed since the version before it. */
export interface VersionEntry {
  readonly version: string;
  /** The version that it was compared with; null for the first one that idvkit describes. */
  readonly since: string | null;
  readonly counts: Readonly<Record<'calls' | 'deliveries' | 'schemas' | 'rules', number>>;
  readonly changes: readonly ContractChange[];
}

/** Returns the changelog and the page that shows it, by path below the root of the repository. */
export async function contractChangeFiles(): Promise<Readonly<Record<string, string>>> {
  const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
  const entries = existsSync(new URL(CHANGES, root)) ? (read(CHANGES) as readonly VersionEntry[]) : []; // As written here.
  const released = read('tools/api/released.json') as Contract; // As `pnpm run api --write` writes it.
  const changes = contractChanges(entries, released, await readContract(fileURLToPath(root)));
  return {
    [CHANGES]: `${JSON.stringify(changes, undefined, 2)}\n`,
    'docs/contract-changes.md': contractChangesPage(changes),
  };
}

/**
 * Returns the changelog of the contract, newest version first. Entries of older versions stay as they are.
 *
 * @param entries Entries so far.
 * @param released Contract of the last release: if its version differs, the new version is compared with it.
 * @param current Contract as it is now.
 */
export function contractChanges(
  entries: readonly VersionEntry[],
  released: Contract,
  current: Contract,
): readonly VersionEntry[] {
  const { version } = current;
  const isNew = released.version !== version;
  const known = entries.find((entry) => entry.version === version);
  const { since, changes } = isNew
    ? { since: released.version, changes: compareContracts(released, current) }
    : (known ?? { since: null, changes: [] });
  const older = entries.filter((entry) => entry !== known);
  return [{ version, since, counts: countsOf(current), changes }, ...older];
}

function countsOf({ operations, schemas, rules }: Contract): VersionEntry['counts'] {
  const calls = operations.filter((operation) => operation.endsWith(' body'));
  const paths = calls.filter((call) => call.includes(' /'));
  return {
    calls: paths.length,
    deliveries: calls.length - paths.length,
    schemas: new Set([...Object.keys(schemas.strict), ...Object.keys(schemas.tolerant)]).size,
    rules: Object.keys(rules).length,
  };
}

const TITLES: Readonly<Record<ContractChange['part'], string>> = {
  operations: 'Calls and deliveries',
  tolerant: 'What clients send and read',
  strict: 'What the service must send',
  rules: 'Rules',
};

/** Writes the changelog as a Markdown page. */
export function contractChangesPage(entries: readonly VersionEntry[]): string {
  return `# Changes of the contract

What changed between versions of the interface description, found by comparing their calls, schemas and rules. A breaking change makes code that
worked fail: a key that is required, a value that is no longer sent. \`@idvkit/schema/contract-changes.json\` has the same as data.

<!-- Generated: \`pnpm run docs\`. -->

${entries.map(versionSection).join('\n')}`;
}

function versionSection({ version, since, counts, changes }: VersionEntry): string {
  const { calls, deliveries, schemas, rules } = counts;
  const holds = `It has ${calls} calls, ${deliveries} deliveries, [${schemas} schemas](schemas.md) and [${rules} rules](rules.md).`;
  if (since === null) return `## ${version}\n\nThe first version that idvkit describes. ${holds}\n`;
  const broken = changes.filter(({ verdict }) => verdict === 'breaking').length;
  const tables = Object.entries(TITLES).flatMap(([part, title]) => {
    const rows = changes.filter((change) => change.part === part);
    const lines = rows.map(({ subject, what, verdict }) => `- ${verdict}: \`${subject}\` ${what}\n`);
    return rows.length === 0 ? [] : [`### ${title}\n\n${lines.join('')}`];
  });
  const sum = `${changes.length} changes since ${since}, ${broken} of them breaking.`;
  return [`## ${version}\n\n${sum} ${holds}\n`, ...tables].join('\n');
}
