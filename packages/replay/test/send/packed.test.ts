import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';

import { describe, expect, it } from 'vitest';

import type { SendEvent } from '../../src/index.ts';
import { eventLine } from '../../src/lib/cli/send-lines.ts';
import { ODD, useSendingRuns } from './sending-runs.ts';

const runs = useSendingRuns();

type Coder = (bytes: Uint8Array) => Buffer;
const codings: readonly [name: string, pack: Coder, unpack: Coder][] = [
  ['gzip', gzipSync, gunzipSync],
  ['deflate', deflateSync, inflateSync],
  ['br', brotliCompressSync, brotliDecompressSync],
  ['zstd', zstdCompressSync, zstdDecompressSync],
  ['gzip, BR', (bytes) => brotliCompressSync(gzipSync(bytes)), (bytes) => gunzipSync(brotliDecompressSync(bytes))],
];
const encoded = (coding: string): { headers: [string, string][] } => ({ headers: [['Content-Encoding', coding]] });

describe('sendRun(), of what travelled compressed', () => {
  it.each(codings)(
    'unpacks %s to send it afresh and packs it again, with every other byte as it was',
    async (coding, pack, unpack) => {
      await runs.sample.keep([pack(Buffer.from(ODD))], encoded(coding));
      runs.receiver.plan.push(503);
      const planned = runs.plan({ mode: 'fresh', set: [{ pointer: '/n', text: '7' }] });
      const { outcomes } = await runs.send(planned);
      expect(outcomes).toMatchObject([{ result: 'delivered', attempts: [{ number: 1 }, { number: 2 }] }]);
      const nounces = runs.receiver.arrived.map(({ headers, body }) => {
        expect(headers).toMatchObject({ 'content-encoding': coding, 'content-length': String(body.length) });
        const sent = unpack(body).toString();
        const [, nounce = '', createdAt = '', exp = ''] =
          /"nounce":"([^"]*)","created_at" : "([^"]*)".*exp=(\d+)/.exec(sent) ?? [];
        expect(
          sent
            .replace(nounce, 'n\\u0031')
            .replace(createdAt, '2026-01-05T03:00:00+00:00')
            .replace(`exp=${exp}`, 'exp=1')
            .replace('"n": 7', '"n": 9007199254740993'),
        ).toBe(ODD);
        return nounce;
      });
      expect(new Set(nounces).size).toBe(2);
    },
  );

  it('streams what is larger, in chunks', async () => {
    const text = `{"pad":"${'x'.repeat(2 ** 20)}","a":1}`;
    await runs.sample.keep([gzipSync(text)], encoded('gzip'));
    await runs.send(runs.plan({ set: [{ pointer: '/a', text: '2' }] }));
    const [arrived] = runs.receiver.arrived;
    expect(arrived?.headers).toMatchObject({ 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' });
    expect(gunzipSync(arrived?.body ?? '').toString()).toBe(text.replace('"a":1', '"a":2'));
  });

  it('sends the very bytes where nothing is edited, and says nothing of packing', async () => {
    const body = gzipSync(ODD, { level: 1 });
    await runs.sample.keep([body], encoded('gzip'));
    const events: SendEvent[] = [];
    await runs.send(runs.plan(), { onEvent: (event) => events.push(event) });
    expect(runs.receiver.arrived[0]?.body).toEqual(body);
    expect(events).toMatchObject([{ kind: 'attempt', attempt: { number: 1 } }]);
    expect(events[0]).not.toHaveProperty('packing');
  });

  it('says in the line of an attempt that it was packed again', async () => {
    await runs.sample.keep([gzipSync('{"a":1}')], encoded('gzip'));
    const planned = runs.plan({ set: [{ pointer: '/a', text: '2' }] });
    const lines: string[] = [];
    await runs.send(planned, {
      onEvent: (event) => void (event.kind !== 'edited' && lines.push(eventLine(event, planned))),
    });
    expect(lines.map((line) => line.replace(/\d+ ms/, '0 ms'))).toEqual([
      'PASS  #1  attempt 1  answered 204 in 0 ms  (2xx: delivered; packed again as gzip)',
    ]);
  });

  it.each([
    [
      'gzip',
      '{"a":1}',
      'its body cannot be unpacked: it is not packed as its Content-Encoding says; send it without --fresh and --set',
    ],
    [
      'compress',
      '{"a":1}',
      'its body travelled as compress, which cannot be unpacked: send it without --fresh and --set',
    ],
    [
      'gzip,gzip,gzip,gzip',
      '{"a":1}',
      'its body travelled as gzip, gzip, gzip, gzip, which cannot be unpacked: send it without --fresh and --set',
    ],
  ])('does not send what says %s and is not', async (coding, text, why) => {
    await runs.sample.keep([text], encoded(coding));
    const { outcomes } = await runs.send(runs.plan({ set: [{ pointer: '/a', text: '2' }] }));
    expect(outcomes).toMatchObject([{ result: 'not-sent', why }]);
    expect(runs.receiver.arrived).toEqual([]);
  });
});
