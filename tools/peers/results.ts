import { readFileSync } from 'node:fs';

import type { Peer } from './peer.ts';
import type { RecordedTraffic } from './recording.ts';

/** What all peers said of all recordings: `tools/peers/results.json`. */
export interface Results {
  /** Peers in the order of the marks. */
  readonly peers: readonly CheckedBy[];
  /** Messages in the recording of the correct mock. */
  readonly messages: { readonly calls: number; readonly undocumentedCalls: number; readonly deliveries: number };
  /** Marks by fault: `+` for a peer that finds it, `-` for one that does not. */
  readonly faults: Readonly<Record<string, string>>;
  /** Marks by fault that shows under one condition only. */
  readonly conditional: Readonly<Record<string, string>>;
  /** Marks by recording without a fault: `+` for a peer that has a finding all the same. */
  readonly faultless: Readonly<Record<string, string>>;
}

/** A peer, and the versions of the packages that checked. */
export interface CheckedBy extends Pick<Peer, 'name' | 'settings'> {
  readonly versions: Readonly<Record<string, string>>;
}

/** Findings of each peer about one recording. */
export type Findings = ReadonlyMap<Peer, ReadonlySet<string>>;

/** Names a recording in the results. */
export function nameOf({ seed, fault, variations = [] }: RecordedTraffic): string {
  if (fault !== undefined) return typeof fault === 'string' ? fault : fault.id;
  if (variations.length === 0) return `correct mock, seed ${seed}`;
  return variations.length === 1 ? `variation ${variations.join()}` : 'all variations';
}

/** Marks the peers that have a finding which they do not have about the correct mock too. */
export function marksOf(findings: Findings, correct: Findings = new Map()): string {
  return [...findings]
    .map(([peer, found]) => ([...found].some((each) => !correct.get(peer)?.has(each)) ? '+' : '-'))
    .join('');
}

/** Lets every peer check a recording. */
export async function checkAll(peers: readonly Peer[], recording: Parameters<Peer['check']>[0]): Promise<Findings> {
  return new Map(await Promise.all(peers.map(async (peer) => [peer, await peer.check(recording)] as const)));
}

/** Returns a peer as the results have it. */
export function checkedBy({ name, settings, packages }: Peer): CheckedBy {
  return { name, settings, versions: Object.fromEntries(packages.map((each) => [each, versionOf(each)])) };
}

function versionOf(name: string): string {
  const manifest = new URL(`node_modules/${name}/package.json`, import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }; // As published.
  return version;
}
