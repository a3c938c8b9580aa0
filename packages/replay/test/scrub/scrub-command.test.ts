import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

import { Archive, verifyArchive, type CaptureDetails } from '@idvkit/archive';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { generateSubmission } from '@idvkit/schema/generators';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { loseBody } from '../../../archive/test/written-archive.ts';
import { ScrubKey } from '../../src/lib/scrub/scrub-key.ts';
import { TextScrubber } from '../../src/lib/scrub/text-scrubber.ts';
import { main } from '../command-line.ts';
import { canariesIn, canaryDelivery } from './canary-deliveries.ts';
import { proveScrub } from './prove-scrub.ts';

const env = { IDV_SCRUB_KEY: '5c'.repeat(32) };
const PNG = Buffer.from('iVBORw0KGgo=', 'base64');

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-scrub-'));
});

afterEach(async () => {
  await rm(cwd, { recursive: true });
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

type Kept = { readonly body: Buffer } & Partial<Pick<CaptureDetails, 'path' | 'headers'>>;

/** Makes an archive in `idvkit.capture`. */
async function archived(...deliveries: readonly Kept[]): Promise<Archive> {
  const archive = Archive.create(join(cwd, 'idvkit.capture'));
  const writer = archive.openWriter();
  for (const { body, path = '/', headers = [] } of deliveries) {
    await writer.keep(once(body), {
      receivedAt: '2026-01-05T03:00:00.000Z',
      method: 'POST',
      path,
      headers,
      bearer: 'match',
      answer: 204,
    });
  }
  return archive;
}

async function replay(
  argv: readonly string[],
  own: Readonly<Record<string, string>> = env,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd, env: own });
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('index.'));
  const read = files.map(
    async (entry) =>
      [
        join(entry.parentPath, entry.name).slice(folder.length),
        await readFile(join(entry.parentPath, entry.name), 'base64'),
      ] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

/** What a copy says besides bodies. */
function saidBy(folder: string): readonly unknown[] {
  const archive = Archive.open(join(cwd, folder));
  return [...archive.list()].map((entry) => [entry, archive.attemptsOf(entry.captured.id)]);
}

async function bodiesOf(folder: string): Promise<string[]> {
  const archive = Archive.open(join(cwd, folder));
  const bodies = archive.captures().map((captured) => buffer(archive.openBody(captured)));
  return (await Promise.all(bodies)).map(String);
}

describe('idvkit archive scrub', () => {
  it('leaves none of the canaries, in any form', async () => {
    const { captures, leaks, invalid } = await proveScrub({
      folder: cwd,
      count: 20,
      seed: 1,
      key: ScrubKey.of(env.IDV_SCRUB_KEY),
    });
    expect({ captures, leaks, invalid }).toEqual({ captures: 20, leaks: 0, invalid: 0 });
  });

  it('is proven by canaries that can be found', () => {
    const { body, path, headers, canaries } = canaryDelivery(5);
    const all = Buffer.concat([body, Buffer.from(JSON.stringify({ path, headers }))]);
    const { length } = canariesIn(all, canaries);
    // One stands in no body: the tag.
    expect(length).toBe(canaries.length - 1);
  });

  it('makes an archive in order, and the same again with the same key', async () => {
    await archived(canaryDelivery(1), canaryDelivery(2));
    const { code, stdout, stderr } = await replay(['archive', 'scrub', 'one']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^2 captures, \d+ bytes in one: \d+ values replaced, searched for \d+ originals, none found\n$/,
    );
    expect((await verifyArchive(Archive.open(join(cwd, 'one')))).faults).toEqual([]);

    await replay(['archive', 'scrub', 'two']);
    expect(saidBy('two')).toEqual(saidBy('one'));
    expect(await bodiesOf('two')).toEqual(await bodiesOf('one'));
  });

  it('takes a key of its own where it is given none, and says so', async () => {
    await archived(canaryDelivery(1));
    const { code, stderr } = await replay(['archive', 'scrub', 'one'], {});
    expect([code, stderr]).toEqual([
      0,
      'No key given: this copy gets a new one that is not stored. To make copies that agree, give --new-key.\n',
    ]);
    await replay(['archive', 'scrub', 'two'], {});
    expect(await bodiesOf('two')).not.toEqual(await bodiesOf('one'));
  });

  it('reads the key from a file', async () => {
    await archived(canaryDelivery(1));
    await writeFile(join(cwd, 'key'), `${env.IDV_SCRUB_KEY}\n`);
    await replay(['archive', 'scrub', 'one'], { IDV_SCRUB_KEY_FILE: 'key' });
    await replay(['archive', 'scrub', 'two']);
    expect(await bodiesOf('two')).toEqual(await bodiesOf('one'));
  });

  it.each([
    'ameliaPhone',
    'phoneOfAMELIA',
    'AMELIACLARKE',
    'x_amelia2',
    'annClark_e',
    'clarkesOffice',
    'malee_srisuk_consent',
  ])('replaces the question, form, event, provider and status %s of somebody of that name', async (name) => {
    const body = {
      event: { type: name },
      application: { form: name, other_status: { [name]: 'Pass' } },
      answers: {
        full_name_first_name: { value: 'Amelia Ann' },
        full_name_last_name: { value: 'Clarke' },
        full_name_en_last_name: { value: 'CLARK' },
        referred_by: { value: 'Malee Srisuk' },
        [name]: { value: 1 },
      },
      extra: { identity_aml: { [name]: [] } },
    };
    await archived({ body: Buffer.from(JSON.stringify(body)) });
    expect(await replay(['archive', 'scrub', 'one'])).toMatchObject({ code: 0, stderr: '' });
    const [made = ''] = await bodiesOf('one');
    expect(made).not.toMatch(/amelia|clark|malee|srisuk/i);
    expect(Object.keys((JSON.parse(made) as typeof body).answers)).toHaveLength(5);
  });

  it('leaves no answer in a key or name beside its pseudonym, also where all stand in one delivery', async () => {
    const body = {
      event: { type: 'malee.updated' },
      application: { form: 'malee', other_status: { Malee: 'Pass', other_status_of_malee: 'Pass' } },
      answers: {
        full_name_first_name: { value: 'Amelia' },
        nickname: { value: 'Malee' },
        referred_by: { value: 'Malee Srisuk' },
        malee_srisuk_consent: { value: true },
      },
      extra: { identity_aml: { 'srisuk-screening': [] } },
    };
    await archived({ body: Buffer.from(JSON.stringify(body)), path: '/hook/malee' });
    expect(await replay(['archive', 'scrub', 'one'])).toMatchObject({ code: 0, stderr: '' });
    const [made = ''] = await bodiesOf('one');
    expect(made).not.toMatch(/malee|srisuk|amelia/i);
    expect(JSON.stringify(saidBy('one'))).not.toMatch(/malee|srisuk|amelia/i);
  });

  it('keeps the names of things that hold no original, and what is to be kept', async () => {
    const body = {
      application: { form: 'kyc-lee', other_status: { fraud_desk: 'Pass' } },
      answers: {
        full_name_last_name: { value: 'Lee' },
        employee_reference: { value: 'Jaidee Silom' },
        silom_branch: { value: 1 },
      },
    };
    await archived({ body: Buffer.from(JSON.stringify(body)) });
    await replay(['archive', 'scrub', 'one', '--keep', '/answers/silom_branch/value']);
    const made = JSON.parse((await bodiesOf('one'))[0] ?? '') as object;
    expect(made).toMatchObject({
      application: { form: 'kyc-lee', other_status: { fraud_desk: 'Pass' } },
      answers: { employee_reference: {}, silom_branch: { value: 1 } },
    });
  });

  it('replaces what stays of one capture if it is the name of another', async () => {
    const bodies = [
      { application: { form: 'kyc-malee' } },
      { answers: { full_name_first_name: { value: 'Malee' } } },
      { application: { form: 'kyc-camera' } },
    ];
    await archived(...bodies.map((body) => ({ body: Buffer.from(JSON.stringify(body)) })));
    expect(await replay(['archive', 'scrub', 'one'])).toMatchObject({ code: 0, stderr: '' });
    const made = (await bodiesOf('one')).join('');
    expect(made).not.toMatch(/malee/i);
    expect(made).toContain('kyc-camera');
  });

  it('leaves out a capture in which an original is left, and says where', async () => {
    const broken = vi.spyOn(TextScrubber.prototype, 'text').mockImplementation((text) => text);
    try {
      const body = { answers: { nickname: { value: 'Quixwell' } } };
      await archived({ body: Buffer.from(JSON.stringify(body)) }, { body: Buffer.from('{}') });
      const { code, stdout, stderr } = await replay(['archive', 'scrub', 'one']);
      expect([code, stderr]).toEqual([
        1,
        'Left out, originals would still be in the copy. Please report this: #1 /answers/nickname/value\n',
      ]);
      expect(stdout).toMatch(/^1 capture, 2 bytes/);
      expect(await bodiesOf('one')).toEqual(['{}']);
    } finally {
      broken.mockRestore();
    }
  });

  it('leaves no name in the head of a request, whatever its header and case', async () => {
    const somchai = {
      answers: { full_name_first_name: { value: 'Somchai' }, full_name_last_name: { value: 'Jaidee' } },
    };
    const malee = { answers: { nickname: { value: 'Malee' } } };
    const headers: [string, string][] = [
      ['X-Somchai-Jaidee', '1'],
      ['User-Agent', 'App/1 (user somchai; device Malee-iPhone) curl/8.5.0'],
      ['Host', 'somchai.example.com:8443'],
      ['Accept-Language', 'th; SOMCHAI, en-US;q=0.8'],
      ['Via', '1.1 Malee-laptop'],
      ['Content-Type', 'application/json; charset=utf-8; name="Malee.json"'],
      ['Date', 'Malee'],
      ['X-Customer', 'Malee'],
      ['X-Name', Buffer.from('สมชาย').toString('latin1')],
    ];
    await archived(
      { body: Buffer.from(JSON.stringify(somchai)), headers, path: '/Malee?x-malee=สมชาย' },
      { body: Buffer.from('Somchai'), headers: [['Content-Type', 'multipart/form-data; boundary=Somchai']] },
      { body: Buffer.from(JSON.stringify(malee)), headers: [['Date', 'Mon, 05 Jan 2026 03:00:00 GMT']] },
    );
    expect(await replay(['archive', 'scrub', 'one'])).toMatchObject({ code: 0 });
    const copy = Archive.open(join(cwd, 'one'));
    const captures = copy.captures();
    expect(JSON.stringify(captures)).not.toMatch(/somchai|malee|jaidee|สมชาย|example\.com/i);
    const kept = new Map(captures[0]?.headers);
    expect([...kept.keys()].slice(1)).toEqual(headers.map(([name]) => name).slice(1));
    expect(kept.get('User-Agent')).toMatch(/ curl\/8\.5\.0$/);
    expect(kept.get('Host')).toMatch(/\.example:8443$/);
    expect(kept.get('Accept-Language')).toMatch(/^th; [A-Z]+, en-US;q=0\.8$/);
    expect(kept.get('Content-Type')).toMatch(/^application\/json; charset=utf-8; /);
    expect(captures[2]?.headers).toEqual([['Date', 'Mon, 05 Jan 2026 03:00:00 GMT']]);
  });

  it('copies no images', async () => {
    const archive = await archived({ body: Buffer.from(JSON.stringify(generateSubmission({ seed: 2 }))) });
    const file = await archive.takeImage(once(PNG));
    const outcome = { sha256: file.sha256, bytes: file.bytes, contentType: 'image/jpeg' };
    await archive.addImages([
      { entry: { capture: 1, at: '2026-01-05T03:00:01.000Z', offset: 1, length: 1, outcome }, file },
    ]);
    await replay(['archive', 'scrub', 'one']);
    expect(Archive.open(join(cwd, 'one')).imagesOf(1)).toEqual([]);
  });

  it('scrubs what is compressed, broken off or no JSON', async () => {
    const { body } = canaryDelivery(3);
    const gzipped = gzipSync(body);
    await archived(
      {
        body: gzipped,
        headers: [
          ['Content-Encoding', 'gzip'],
          ['Content-Length', String(gzipped.length)],
        ],
      },
      { body: body.subarray(0, 300) },
      { body: Buffer.from('name=Amelia') },
      { body: Buffer.from('no gzip'), headers: [['content-encoding', 'gzip']] },
      { body },
      { body: brotliCompressSync(gzipped), headers: [['content-encoding', 'gzip, br']] },
    );
    const { code, stderr } = await replay(['archive', 'scrub', 'one']);
    expect([code, stderr]).toEqual([
      0,
      'Not JSON, replaced as a whole: #3, #4\nIncomplete, scrubbed as far as they can be read: #2\n',
    ]);
    const copy = Archive.open(join(cwd, 'one'));
    const captures = copy.captures();
    const files = await Promise.all(captures.map((captured) => buffer(copy.openBody(captured))));
    expect(gunzipSync(files[0] ?? Buffer.alloc(0))).toEqual(files[4]);
    expect(captures[0]?.headers[1]).toEqual(['Content-Length', String(files[0]?.length)]);
    expect(gunzipSync(brotliDecompressSync(files[5] ?? Buffer.alloc(0)))).toEqual(files[4]);
    expect(files.slice(2, 4).map(String)).toEqual(['x'.repeat(11), 'x'.repeat(7)]);
  });

  it('leaves nothing of a person in the path of what is no JSON', async () => {
    await archived({ body: Buffer.from('name=Amelia'), path: '/applicants/amelia-clarke?who=clarke' });
    expect(await replay(['archive', 'scrub', 'one'])).toMatchObject({ code: 0 });
    expect(await readFile(join(cwd, 'one', 'archive.db'), 'latin1')).not.toMatch(/amelia|clarke/i);
  });

  it('leaves out what is missing or erased, and says so', async () => {
    const archive = await archived(canaryDelivery(1), canaryDelivery(2), canaryDelivery(3));
    await archive.erase([2]);
    loseBody(archive.folder, 1);
    const { code, stderr } = await replay(['archive', 'scrub', 'one']);
    expect([code, stderr]).toEqual([0, 'Left out, their bodies are missing or changed: #1\n']);
    const copy = Archive.open(join(cwd, 'one'));
    expect(copy.captures().map(({ id }) => id)).toEqual([3]);
    expect((await verifyArchive(copy)).faults).toEqual([]);
  });

  it.each([
    [['archive', 'scrub'], "Missing required argument 'copy'"],
    [['archive', 'scrub', 'idvkit.capture'], 'Cannot write the copy to "idvkit.capture": the folder is not empty.'],
    [['archive', 'scrub', 'x', '--keep', 'answers'], 'A JSON pointer begins with "/".'],
    [['archive', 'scrub', 'x', '--dir', 'nowhere'], 'Cannot open the archive'],
    [['archive', 'scrub', '/proc/no/x'], 'Cannot use the archive: its folder cannot be made.'],
  ])('%j ends with one message and exit code 2', async (argv, message) => {
    await archived(canaryDelivery(1));
    const { code, stderr } = await replay(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each(['short', 'correct-horse-battery-staple', '5c'.repeat(31)])('refuses the key %s', async (given) => {
    await archived(canaryDelivery(1));
    const { code, stderr } = await replay(['archive', 'scrub', 'x'], { IDV_SCRUB_KEY: given });
    expect([code, stderr]).toEqual([2, expect.stringContaining('it is not 64 hexadecimal digits')]);
    expect(stderr).not.toContain(given);
  });

  it('writes a new key that only its owner can read, and never over another', async () => {
    await archived(canaryDelivery(1));
    expect(await replay(['archive', 'scrub', 'one', '--new-key', 'key'], {})).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await stat(join(cwd, 'key'))).mode & 0o777).toBe(0o600);
    await replay(['archive', 'scrub', 'two'], { IDV_SCRUB_KEY_FILE: 'key' });
    expect(saidBy('two')).toEqual(saidBy('one'));
    expect(await bodiesOf('two')).toEqual(await bodiesOf('one'));
    const secret = (await readFile(join(cwd, 'key'), 'utf8')).trim();
    expect(JSON.stringify(await filesOf(join(cwd, 'one')))).not.toContain(
      Buffer.from(secret).toString('base64').slice(0, 40),
    );
    const again = await replay(['archive', 'scrub', 'three', '--new-key', 'key'], {});
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringContaining('Cannot write a new key to "key": it already exists.'),
    ]);
  });
});
