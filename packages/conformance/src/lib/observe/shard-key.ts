import { createHash } from 'node:crypto';

import type { Shard } from '@idvkit/cli-kit';

import type { Observation } from './observation.ts';
import { slugOf } from './timeline.ts';

/** Returns what decides the shard of an observation: its application, or its id if it is about none. */
export function shardKeyOf(observation: Observation): string {
  return slugOf(observation) ?? observation.id;
}

export function isOfShard(key: string, { index, count }: Shard): boolean {
  return createHash('sha256').update(key).digest().readUInt32BE() % count === index;
}
