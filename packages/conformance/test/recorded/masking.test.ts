import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { arrayAt, objectAt, stringAt } from '@idvkit/json';
import { describe, expect, it } from 'vitest';

import { runConformance } from '../../src/index.ts';
import { slugOf } from '../../src/lib/observe/timeline.ts';
import { folderWith } from '../cli/folder.ts';
import { createMain } from '../command-line.ts';
import { SMALL } from '../due.ts';
import { plainHar } from './plain-har.ts';

describe('what a check says of an unmasked recording', () => {
  it('holds no token, slug, name or number of it', async () => {
    const { observations, secrets } = await runConformance({
      seed: 31,
      faults: ['auth.absent.403', 'answers.nid.check-digit'],
      budget: SMALL,
    });
    const told = new Set<string>(secrets);
    let personal = 0;
    for (const observation of observations) {
      const slug = slugOf(observation);
      if (slug !== undefined) told.add(slug);
      if (observation.kind !== 'delivery') continue;
      const { json } = observation.request.body;
      for (const key of ['nid', 'full_name_first_name', 'full_name_last_name', 'home_address_full']) {
        const value = stringAt(json, 'answers', key, 'value');
        if (value === undefined || value.length <= 5) continue;
        told.add(value);
        personal += 1;
      }
      const url = stringAt(arrayAt(json, 'extra', 'ekyc', 'identity_document', 'attempts')?.[0], 'url');
      const q = url === undefined ? undefined : new URL(url).searchParams.get('q');
      if (q !== null && q !== undefined) told.add(q);
      expect(objectAt(json)).toBeDefined();
    }
    expect(told.size).toBeGreaterThan(20);
    expect(personal).toBeGreaterThan(5);

    const folder = await folderWith();
    await writeFile(join(folder, 'x.har'), plainHar(observations));
    const texts: string[] = [];
    for (const more of [['--verbose'], ['--json']]) {
      const io = createTestIo({ cwd: folder, env: { IDV_WEBHOOK_SECRET: 'whsec_of-the-test' } });
      expect(await createMain()(['check', 'x.har', ...more], io)).toBe(1);
      texts.push(io.stdoutText, io.stderrText);
    }
    const all = texts.join('\n');
    expect([...told, 'whsec_of-the-test'].filter((value) => all.includes(value))).toEqual([]);
  });
});
