import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { allFaults, cameraForm, createMock } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import type { MessageBody } from '../../src/lib/observe/message-body.ts';
import { runConformance } from '../../src/lib/run-conformance.ts';
import { createMain } from '../command-line.ts';
import { SMALL } from '../due.ts';
import { leaksIn } from '../report/traces.ts';
import { folderWith } from './folder.ts';

const TOKEN = 'tok_Sentinel7QvJ2mX9';
const SECRET = 'whsec_Sentinel4ZkR8pW1';
const BUDGET = Object.entries(SMALL)
  .map(([name, limit]) => `${name}=${limit}`)
  .join(',');
const KINDS = ['html', 'markdown', 'json', 'junit', 'github', 'har'];
/** The reports are the same at every verbosity. */
const CALLS = [
  KINDS.flatMap((kind) => ['--report', `${kind}=out/${kind}`]),
  ['--verbose'],
  ['--json'],
  ['--json', '--verbose'],
];

/** Keys under which a body holds what identifies somebody, or lets one act in their place. */
const personalKey = /name|nid|number|birth|address|email|phone|search_term|^(?:slug|form_url|no|q)$/;

/** Texts of a body that identify somebody: those under personal keys, and the tokens of signed URLs. */
function* personalTexts(value: unknown, key = ''): Generator<string> {
  if (typeof value === 'string') {
    const token = /[?&]q=([^&]+)/.exec(value)?.[1];
    if (token !== undefined) yield token;
    else if (personalKey.test(key)) yield value;
  } else if (Array.isArray(value)) {
    for (const item of value) yield* personalTexts(item, key);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) yield* personalTexts(inner, name === 'value' ? key : name);
  }
}

/** Words that a report says by itself, and that a body may hold under such a key as well; a run calls its own applicant `Conformance`. */
const isPublic = (text: string): boolean => /^(?:https?:\/\/\S*|[a-z_-]+|[A-Z]{3}|Conformance)$/.test(text);

/** What nobody may see of a run. */
function sentinelsOf({ observations, created }: ConformanceRun): readonly string[] {
  const bodies = observations.flatMap((observation): MessageBody[] =>
    observation.kind === 'delivery'
      ? [observation.request.body]
      : observation.kind === 'exchange'
        ? // Errors are about values under the keys of these, not values.
          [observation.request.body, ...(observation.response?.status === 200 ? [observation.response.body] : [])]
        : [],
  );
  const texts = bodies.flatMap(({ json }) => [...personalTexts(json)]).filter((text) => !isPublic(text));
  return [...new Set([TOKEN, SECRET, ...created, ...texts])].filter((text) => text.length >= 6);
}

interface Leaked {
  readonly sentinels: readonly string[];
  readonly leaks: readonly string[];
  readonly codes: readonly number[];
}

/** Judges a target, once for each verbosity over the same observations, and looks through all that is written. */
async function leaksOf(baseUrl: string, env: Readonly<Record<string, string>>): Promise<Leaked> {
  let run: ConformanceRun | undefined;
  const codes: number[] = [];
  const outputs: Record<string, string> = {};
  for (const options of CALLS) {
    const cwd = await folderWith();
    const main = createMain({
      runConformance: async (request) => {
        run ??= await runConformance(request);
        return run;
      },
    });
    const io: TestIo = createTestIo({ cwd, env, isTTY: options.includes('--verbose') });
    const argv = [
      'check',
      '--base-url',
      baseUrl,
      '--form-slug',
      cameraForm.slug,
      '--seed',
      '7',
      '--budget',
      BUDGET,
      ...options,
    ];
    codes.push(await main(argv, io));
    const name = options.join(' ');
    outputs[`stdout ${name}`] = io.stdoutText;
    outputs[`stderr ${name}`] = io.stderrText;
    for (const entry of await readdir(cwd, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) outputs[`${entry.name} ${name}`] = await readFile(path, 'utf8');
    }
  }
  if (run === undefined) throw new Error('Nothing was run');
  const sentinels = sentinelsOf(run);
  return { sentinels, leaks: leaksIn(outputs, sentinels), codes };
}

describe('idvkit check, on all verbosities and in all reports', () => {
  const env = { IDV_API_TOKEN: TOKEN, IDV_WEBHOOK_SECRET: SECRET };

  it('shows nothing of anybody, and no secret, where every rule is kept', async () => {
    const mock = createMock({ token: TOKEN });
    const { url } = await mock.listen({ port: 0 });
    try {
      const { sentinels, leaks, codes } = await leaksOf(url, env);

      expect(codes).toEqual([0, 0, 0, 0]);
      expect(sentinels.length).toBeGreaterThan(200);
      expect(leaks).toEqual([]);
    } finally {
      await mock.close();
    }
  });

  const sections = [
    ['answers', 'image', 'identity-document', 'aml'],
    ['create', 'auth', 'error'],
  ];

  it.each(sampleOf(sections, { every: 2 }).map((each) => [each]))(
    'shows none where a service breaks many rules of %s at once',
    async (broken) => {
      const faults = allFaults.flatMap(({ id }) => (broken.includes(id.split('.', 1)[0] ?? '') ? [id] : []));
      const mock = createMock({ token: TOKEN, faults });
      const { url } = await mock.listen({ port: 0 });
      try {
        const { sentinels, leaks, codes } = await leaksOf(url, env);

        expect(codes.every((code) => code !== 0)).toBe(true);
        expect(sentinels.length).toBeGreaterThan(2);
        expect(leaks).toEqual([]);
      } finally {
        await mock.close();
      }
    },
  );
});
