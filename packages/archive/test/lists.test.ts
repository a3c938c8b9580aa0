import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, type CaptureDetails, type CaptureFilter } from '../src/index.ts';
import { changeDatabase, details, streamOf } from './written-archive.ts';

let folder: string;
let archive: Archive;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-lists-'));
  archive = Archive.create(folder);
});

afterEach(async () => {
  await archive.close();
  await rm(folder, { recursive: true });
});

async function keep(body: unknown, others: Partial<CaptureDetails> = {}): Promise<void> {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  await archive.openWriter().keep(streamOf(text), { ...details, ...others });
}

function ids(filter?: CaptureFilter): number[] {
  return [...archive.list(filter)].map(({ captured }) => captured.id);
}

const submission = {
  event: { type: 'submit_form', nounce: 'n1', version: 4, created_at: '2026-01-05T03:00:00+00:00' },
  application: { slug: 'a-secret', form: 'f', status: 'complete', submitted_at: null, other_status: { ekyc: 'fail' } },
  extra: { identity_aml: { p: [{ result: { is_any_in_pep: true, is_any_in_sanctions: false } }] } },
};

describe('Archive.list()', () => {
  it('shows what was read of a body while it arrived, whatever it was packed with', async () => {
    await keep(submission);
    await keep(gzipSync(JSON.stringify(submission)), { headers: [['Content-Encoding', 'gzip']] });
    await keep('{"event":{"type":"drop_off"', { headers: [['Content-Encoding', 'br']] });
    await keep(`{"event":{"type":"drop_off"},"pad":"${'x'.repeat(70_000)}"}`);
    const summary = {
      json: true,
      type: 'submit_form',
      version: 4,
      createdAt: '2026-01-05T03:00:00+00:00',
      nounce: 'n1',
      slug: 'c80c3a3b3f5b',
      form: 'f',
      status: 'complete',
      submittedAt: null,
      ekyc: 'fail',
      aml: ['pep'],
      images: 0,
    };
    expect([...archive.list()].map((entry) => entry.summary)).toEqual([
      { ...summary, slug: expect.stringMatching(/^[\da-f]{12}$/) },
      { ...summary, slug: expect.stringMatching(/^[\da-f]{12}$/) },
      { json: false, images: 0 },
      { json: true, type: 'drop_off', images: 0 },
    ]);
    expect(JSON.stringify([...archive.list()])).not.toContain('a-secret');
  });

  it('chooses by what deliveries say', async () => {
    await keep(submission);
    await keep({ event: { type: 'drop_off' } }, { answer: null });
    await keep('no JSON at all', { answer: 503 });
    const choices: readonly (readonly [CaptureFilter, readonly number[]])[] = [
      [{}, [1, 2, 3]],
      [{ order: 'newest', limit: 2 }, [3, 2]],
      [{ offset: 1, limit: 1 }, [2]],
      [{ types: ['submit_form', 'other'] }, [1]],
      [{ slug: 'a-secret' }, [1]],
      [{ slug: 'another' }, []],
      [{ form: 'f', nounce: 'n1', statuses: ['complete'], ekyc: ['fail', 'pass'] }, [1]],
      [{ aml: ['pep'] }, [1]],
      [{ aml: ['sanctions', 'warnings'] }, []],
      [{ answers: [null, 503] }, [2, 3]],
      [{ answers: [] }, []],
      [{ results: [[500, 599], [204, 204]] }, [1, 3]], // prettier-ignore
      [{ json: false }, [3]],
      [{ bearers: ['mismatch'] }, []],
      [{ minBytes: 14, maxBytes: 14 }, [3]],
      [{ since: new Date('2026-01-05T03:00:00Z') }, [1, 2, 3]],
      [{ until: new Date('2026-01-05T03:00:00Z') }, []],
      [{ ids: [2, 9] }, [2, 3]],
      [{ numbers: [[1, 1], [3, 9]] }, [1, 3]], // prettier-ignore
      [{ numbers: [], types: ['submit_form'] }, []],
      [{ complete: false }, []],
      [{ texts: ['drop_', 'off'] }, [2]],
      [{ receivers: ['missed'] }, [1, 2, 3]],
    ];
    expect(choices.map(([filter]) => [filter, ids(filter)])).toEqual(choices);
    expect(archive.count({ json: true, limit: 1 })).toBe(2);
    expect(archive.facets()).toEqual({
      type: [
        { value: 'drop_off', captures: 1 },
        { value: 'submit_form', captures: 1 },
      ],
      status: [{ value: 'complete', captures: 1 }],
      ekyc: [{ value: 'fail', captures: 1 }],
      form: [{ value: 'f', captures: 1 }],
      bearer: [{ value: 'match', captures: 3 }],
      aml: [{ value: 'pep', captures: 1 }],
      tag: [],
    });
  });

  it.each(['สมชาย', 'a/b', '"quoted"', 'tab\there'])('finds the text %j however JSON writes it', async (text) => {
    const escaped = JSON.stringify(text).replaceAll(
      /[\u0080-\uFFFF]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    await keep(`{"a":${JSON.stringify(text)}}`);
    await keep(`{"a":${escaped.replaceAll('/', '\\/')}}`);
    await keep('{"a":"something else"}');
    expect(ids({ texts: [text] })).toEqual([1, 2]);
  });

  it('follows tags, attempts and erasures of other processes', async () => {
    await keep(submission, { passOn: true });
    await keep({});
    const other = Archive.open(folder);
    await other.tag([1], { add: ['pep', 'keep'] });
    await other.tag([1], { remove: ['pep'] });
    const attempt = { capture: 1, run: 'r', at: details.receivedAt, target: 'http://t/', number: 1 } as const;
    const started = await other.addAttempt({ ...attempt, outcome: 'started' });
    expect([ids({ receivers: ['missed'] }), ids({ receivers: ['failed'] })]).toEqual([[1, 2], []]);
    await other.endAttempt(started, {
      at: details.receivedAt,
      durationMs: 2,
      outcome: { status: 500 },
      next: 'given-up',
    });
    expect([...archive.list({ tags: ['keep'] })]).toMatchObject([{ tags: ['keep'], lastOutcome: { status: 500 } }]);
    // The last receiver decides, not the answer of the capture.
    expect([ids({ results: [[500, 599]] }), ids({ results: [[200, 299]] })]).toEqual([[1], [2]]);
    expect([ids({ receivers: ['failed'] }), ids({ receivers: ['missed'] })]).toEqual([[1], [1, 2]]);
    await other.addAttempt({ ...attempt, number: 2, durationMs: 1, outcome: { status: 204 } });
    expect([ids({ receivers: ['failed'] }), ids({ receivers: ['missed'] })]).toEqual([[], [2]]);
    expect(archive.attemptsOf(1)).toEqual([
      { ...attempt, durationMs: 2, outcome: { status: 500 }, next: 'given-up' },
      { ...attempt, number: 2, durationMs: 1, outcome: { status: 204 } },
    ]);
    await other.erase([2]);
    expect(ids()).toEqual([1]);
    await other.close();
  });

  it('refuses an entry that no archive has', async () => {
    await keep(submission);
    changeDatabase(folder, `UPDATE contents SET head = json_set(head, '$.path', 'http://elsewhere/')`);
    expect(() => ids()).toThrow('The entry of capture 1 is damaged');
  });
});

describe('Archive.find()', () => {
  it('takes numbers, the latest, and the beginning of a hash', async () => {
    await keep(submission);
    await keep({ event: { type: 'drop_off' } });
    await keep({ event: { type: 'drop_off' } });
    const [first, , twice] = archive.captures();
    const sha256 = first?.body.sha256 ?? '';
    const references = ['1', '#1', 'latest', 'latest:submit_form', sha256, `sha256:${sha256.slice(0, 5)}`];
    expect(references.map((each) => archive.find(each).captured.id)).toEqual([1, 1, 3, 1, 1, 1]);
    for (const unknown of ['9', 'soon']) expect(() => archive.find(unknown)).toThrow(unknown);
    expect(() => archive.find(twice?.body.sha256 ?? '')).toThrow('several captures are');
  });
});

describe('Archive.openBody()', () => {
  it('gives back what came', async () => {
    const body = JSON.stringify({ a: 'x'.repeat(300_000) });
    const captured = await archive.openWriter().keep(streamOf(body), details);
    const read = async (range?: { start: number; end: number }): Promise<string> =>
      Buffer.concat(await archive.openBody(captured, range).toArray()).toString();
    expect([await read(), await read({ start: 3, end: 7 })]).toEqual([body, body.slice(3, 7)]);
    expect(await read({ start: 299_999, end: 999_999 })).toBe(body.slice(299_999));
    expect(await archive.isBodyWhole(captured)).toBe(true);
  });
});
