import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkRecordings, type ConformanceRun } from '@idvkit/conformance';

import { plainHar } from '../../packages/conformance/test/recorded/plain-har.ts';
import type { Peer } from './peer.ts';

/** The run that made the traffic. */
export const idvkitRun: Peer = {
  name: 'idvkit, live run',
  packages: ['@idvkit/conformance'],
  settings: 'the checks of the run that made the traffic',
  check: async ({ run }) => failedRules(run),
};

/** A check of the same traffic as a stranger would have recorded it. */
export const idvkitCheck: Peer = {
  name: 'idvkit, recording',
  packages: ['@idvkit/conformance'],
  settings: 'an HTTP archive of the same traffic, as a browser writes it; the address and the flow',
  check: async ({ run: { observations, target } }) => {
    const folder = await mkdtemp(join(tmpdir(), 'idvkit-peers-'));
    try {
      const path = join(folder, 'traffic.har');
      await writeFile(path, plainHar(observations));
      return failedRules(await checkRecordings([path], { baseUrl: target.baseUrl, formSlug: target.formSlug }));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

function failedRules({ outcomes }: ConformanceRun): ReadonlySet<string> {
  return new Set(outcomes.flatMap(({ rule, failures }) => (failures > 0 ? [rule.id] : [])));
}
