import { checkValue, parseJsonFile, readBytes, cannot } from '@idvkit/cli-kit';
import { at, stringAt } from '@idvkit/json';
import {
  conformanceReport,
  conformanceShard,
  type ConformanceReport,
  type ConformanceShard,
} from '@idvkit/schema/formats';

import type { NamedShard } from '../recorded/shard/merge-shards.ts';

type Unusable = ReturnType<typeof cannot>;

/** Reads a report that `--report json=FILE` wrote, and the bytes of its file. @throws {CliError} `report-unreadable`. */
export async function readReport(
  file: string,
  cwd: string,
): Promise<{ readonly report: ConformanceReport; readonly bytes: Uint8Array }> {
  const fix = 'Name a file that this version of idv-conformance wrote with --report json=FILE.';
  const unusable = cannot('report-unreadable', `read the report "${file}"`, fix);
  const { bytes, value } = await readSaved(file, cwd, unusable);
  if (at(value, 'format') !== 'idvkit.conformance-report') throw unusable('it is not a report of idv-conformance');
  const version = at(value, 'version');
  if (version !== 2) {
    throw unusable(
      `it has ${typeof version === 'number' ? `version ${version}` : 'no version'} of the format, not version 2`,
    );
  }
  return { report: checkValue<ConformanceReport>(conformanceReport, value, unusable), bytes };
}

/** Reads a shard that `check --shard` of this version wrote. @throws {CliError} `shard-unreadable`. */
export async function readShard(name: string, cwd: string, tool: { readonly version: string }): Promise<NamedShard> {
  const fix = 'Name a file that idv-conformance check --shard i/n wrote with --report json=FILE.';
  const unusable = cannot('shard-unreadable', `read the shard "${name}"`, fix);
  const { bytes, value } = await readSaved(name, cwd, unusable);
  if (at(value, 'format') !== 'idvkit.conformance-shard') throw unusable('it is not a shard of a check');
  const version = stringAt(value, 'tool', 'version');
  if (version !== tool.version) {
    throw unusable(`version ${version ?? 'unknown'} of the tool wrote it, and this is version ${tool.version}`);
  }
  checkValue(conformanceShard, value, unusable);
  // The value itself, not the copy that the check returns: its members are in the order in which they were written.
  return { name, bytes, shard: value as ConformanceShard };
}

async function readSaved(file: string, cwd: string, unusable: Unusable) {
  const bytes = await readBytes(file, { cwd }, unusable);
  return { bytes, value: parseJsonFile(bytes, unusable) };
}
