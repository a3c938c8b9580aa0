import { describe, expect, it } from 'vitest';

import { prettyBody } from './pretty-body.ts';

async function shown(body: object, chunk: number): Promise<unknown> {
  const bytes = Buffer.from(JSON.stringify(body));
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const parts: Buffer[] = [];
  for await (const part of prettyBody(chunks())) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

describe('prettyBody()', () => {
  it.each([1, 7, 4096])('shows only what its field may hold, in chunks of %d bytes', async (chunk) => {
    const body = {
      application: { status: 'complete', form: 'kyc', other_status: { ekyc: 'Amelia Clarke', fraud: 'Passed' } },
      event: { version: 1, created_at: 'born on 1984-02-29', type: 'x'.repeat(300) },
      answers: { gender: { value: 'F' }, ok: { value: true } },
    };
    expect(await shown(body, chunk)).toEqual({
      application: { status: 'complete', form: 'kyc', other_status: { ekyc: '‹string, 13 bytes›', fraud: 'Passed' } },
      event: { version: 1, created_at: '‹string, 18 bytes›', type: '‹string, 300 bytes›' },
      answers: { gender: { value: '‹string, 1 bytes›' }, ok: { value: true } },
    });
  });
});
