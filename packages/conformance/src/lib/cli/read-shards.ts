import { checkValue, parseJsonFile, readBytes, cannot } from '@idvkit/cli-kit';
import { stringAt } from '@idvkit/json';
import { conformanceShard, type ConformanceShard } from '@idvkit/schema/formats';

import type { NamedShard } from '../recorded/shard/merge-shards.ts';

interface Reading {
  readonly cwd: string;
  readonly tool: { readonly version: string };
}

/** Reads shards that `check --shard` of this version wrote. @throws {CliError} `shard-unreadable`. */
export async function readShards(names: readonly string[], reading: Reading): Promise<readonly NamedShard[]> {
  const shards: NamedShard[] = [];
  for (const name of names) shards.push(await readShard(name, reading));
  return shards;
}

async function readShard(name: string, { cwd, tool }: Reading): Promise<NamedShard> {
  const fix = 'Name a file that idv-conformance check --shard i/n wrote with --report json=FILE.';
  const unusable = cannot('shard-unreadable', `read the shard "${name}"`, fix);
  const bytes = await readBytes(name, { cwd }, unusable);
  const value = parseJsonFile(bytes, unusable);
  if (stringAt(value, 'format') !== 'idvkit.conformance-shard') throw unusable('it is not a shard of a check');
  const version = stringAt(value, 'tool', 'version');
  if (version !== tool.version) {
    throw unusable(`version ${version ?? 'unknown'} of the tool wrote it, and this is version ${tool.version}`);
  }
  checkValue(conformanceShard, value, unusable);
  // The value itself, not the copy that the check returns: its members are in the order in which they were written.
  return { name, bytes, shard: value as ConformanceShard };
}
