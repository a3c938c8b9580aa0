import { expect, it } from 'vitest';

import { factsOf } from '../../src/lib/recorded/recording-facts.ts';
import { call } from './calling.ts';
import { folderWith } from './folder.ts';

const HAR = JSON.stringify({ log: { version: '1.2', entries: [] } });

it('takes the facts of a recording from the configuration', () => {
  const recording = { deletedSlugs: ['a'], unknownSlugs: ['b', 'c'], invalidTokens: ['t'] };
  const fixtures = { badAnswers: { nid: '123' }, inputParameters: { customer_ref: 'C-1' } };
  expect(factsOf({ recording, fixtures })).toEqual({
    facts: {
      deletedSlugs: new Set(['a']),
      unknownSlugs: new Set(['b', 'c']),
      invalidTokens: new Set(['t']),
      badAnswers: { nid: '123' },
    },
    inputParameters: ['customer_ref'],
  });
});

it.each([
  ['recording: { deletedSlug: a }', 'recording'],
  ['recording: { unknownSlugs: a }', 'recording.unknownSlugs'],
  ['recording: { invalidTokens: [""] }', 'recording.invalidTokens'],
])('refuses %s in one message', async (config, where) => {
  const cwd = await folderWith({ 'x.har': HAR, 'idvkit.config.yaml': config });
  const { code, io } = await call(['check', 'x.har'], { cwd });
  expect(code).toBe(2);
  expect(io.stderrText).toContain(where);
});
