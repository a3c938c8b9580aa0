import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { generateSubmission } from '@idvkit/schema/generators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive } from '../../src/index.ts';
import { main } from '../command-line.ts';
import { sampleArchive, type SampleArchive } from '../sample-archive.ts';

let sample: SampleArchive;
let cwd: string;

beforeEach(async () => {
  sample = await sampleArchive();
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-scrub-'));
});

afterEach(async () => {
  await sample.remove();
  await rm(cwd, { recursive: true });
});

async function scrub(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd, env: { IDV_SCRUB_KEY: '5c'.repeat(32) } });
  const code = await main(['archive', 'scrub', '--dir', sample.archive.folder, 'copy', ...argv], io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

/** Bodies of the copy, and what else it says. */
async function copied(): Promise<{ bodies: string[]; entries: string }> {
  const copy = Archive.open(join(cwd, 'copy'));
  const captures = copy.captures();
  const bodies = await Promise.all(captures.map(async (captured) => text(copy.openBody(captured))));
  await copy.close();
  return { bodies, entries: JSON.stringify(captures) };
}

const personal = /somchai|jaidee|abcdef|acme-bank|สมชาย/i;
const answers = (value: unknown): string =>
  JSON.stringify({
    event: { type: 'submit_form' },
    answers: {
      full_name_first_name: { value: 'Somchai' },
      full_name_last_name: { value: 'Jaidee' },
      website: { value },
    },
  });

describe('idvkit archive scrub of links', () => {
  it.each([
    'https://abcdef.com',
    'http://abcdef.com/somchai?name=jaidee#somchai',
    'HTTPS://Somchai.ABCDEF.com:8443/a',
    'see https://abcdef.com/Somchai/Jaidee, or https',
    'ftp://somchai:jaidee@abcdef.com/x',
    'ftps://abcdef.com',
    'wss://abcdef.com/socket',
    'somchai://abcdef.com',
    'www.abcdef.com/somchai',
    'mailto:somchai@abcdef.com',
    'https://abcdef.com/%E0%B8%AA%E0%B8%A1%E0%B8%8A%E0%B8%B2%E0%B8%A2',
    'https://abcdef.com/verification/customer/status',
    ['https://abcdef.com', { link: 'http://abcdef.com/?q=somchai' }],
  ])('makes a copy of %j that holds nothing personal', async (value) => {
    await sample.keep([answers(value)], { headers: [['X-Customer', '1']], path: '/hook/verification' });
    expect(await scrub()).toMatchObject({ code: 0, stderr: '' });
    const { bodies, entries } = await copied();
    expect(bodies.join('\n')).not.toMatch(personal);
    expect(entries).not.toMatch(personal);
  });

  it('takes links in what the service says of pictures, beside links of pictures with a host that answers name', async () => {
    const delivery = generateSubmission({ seed: 2, outcome: 'pass', sparse: false });
    const employer = { value: 'acme-bank', url: 'https://ekyc.acme-bank.co.th' };
    const ekyc = { ...delivery.extra.ekyc, report: 'https://abcdef.com/somchai' };
    const body = { ...delivery, answers: { ...delivery.answers, employer }, extra: { ekyc } };
    const host = /https:\/\/[^/]+(?=\/api\/ekyc\/)/g;
    await sample.keep([JSON.stringify(body).replaceAll(host, 'https://ekyc.acme-bank.co.th')]);
    expect(await scrub()).toMatchObject({ code: 0, stderr: '' });
    const { bodies } = await copied();
    expect(bodies.join('').replaceAll('https://ekyc.acme-bank.co.th/api/ekyc/', '')).not.toMatch(personal);
  });

  it('keeps scheme and port, and leaves nothing that cannot be decoded', async () => {
    await sample.keep([answers('https://abcdef.com:8443/%E0%B8%AA%E0%B8%A1?a=%4A b=%CA%C1 &#83;&#111;')]);
    expect(await scrub()).toMatchObject({ code: 0 });
    const { bodies } = await copied();
    const { value } = (JSON.parse(bodies[0] ?? '') as { answers: { website: { value: string } } }).answers.website;
    expect(value).toMatch(/^https:\/\/[a-z]+\.example:8443\/[a-z]+\?[a-z]=[a-z]+ [a-z]=[a-z]+ [a-z]+$/);
    expect(() => decodeURIComponent(value)).not.toThrow();
  });
});

describe('idvkit archive scrub of what stands in two places', () => {
  it.each(['2026-01-05T02:59:00.000000+00:00', '2026-01-05T02:59:00Z', '2026-01-05T02:59:00.0000000000+00:00'])(
    'takes the time %s in an answer beside the same time of the service',
    async (submitted_at) => {
      const body = { application: { submitted_at }, answers: { appointment: { value: submitted_at } } };
      await sample.keep([JSON.stringify(body), JSON.stringify({ submitted_at, application: { submitted_at } })]);
      expect(await scrub()).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it('takes an answer that is a word of the closed lists that stay', async () => {
    await sample.keep([answers('passport pending verification')], { headers: [['X-Verification', '1']] });
    expect(await scrub()).toMatchObject({ code: 0, stderr: '' });
  });
});
