import { createTestIo } from '@idvkit/cli-kit/testing';
import { describe, expect, it } from 'vitest';

import { createMain } from '../../src/lib/cli/main.ts';
import { folderWith } from './folder.ts';

const HAR = JSON.stringify({ log: { version: '1.2', entries: [] } });

describe('idv-conformance check, with facts', () => {
  it.each([
    ['--deleted-slugs-from', undefined, 'Cannot read slugs from "facts": it does not exist.'],
    ['--unknown-slugs-from', '\n\n', 'Cannot read slugs from "facts": it holds none.'],
    ['--invalid-tokens-from', 'one two\n', 'Cannot read tokens from "facts": a line holds more than one.'],
    ['--bad-answers-from', '{"nid": [1]}', 'Cannot read answers from "facts": it is not an object of texts'],
    ['--bad-answers-from', '{"nid"', 'Cannot read answers from "facts": it ends before its JSON does'],
  ])('refuses the file of %s that holds %j', async (option, text, message) => {
    const cwd = await folderWith({ 'x.har': HAR, ...(text === undefined ? {} : { facts: text }) });
    const io = createTestIo({ cwd });
    expect(await createMain()(['check', 'x.har', option, 'facts'], io)).toBe(2);
    expect(io.stderrText).toContain(message);
  });
});
