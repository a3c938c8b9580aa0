import { systemClock } from '@idvkit/delivery';
import { imageExpirySeconds } from '@idvkit/schema';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';

import { ImageServer } from '../../src/lib/send/image-server.ts';
import { ODD, useSendingRuns } from './sending-runs.ts';

const runs = useSendingRuns();

describe('sendRun(), afresh', () => {
  it('changes nounce, creation time and exp, and no other byte', async () => {
    await runs.sample.keep([ODD]);
    runs.receiver.plan.push(500);
    await runs.send(runs.plan({ mode: 'fresh' }));
    const seen = runs.bodies().map((text) => {
      const [, nounce = '', createdAt = '', exp = ''] =
        /"nounce":"([^"]*)","created_at" : "([^"]*)".*exp=(\d+)/.exec(text) ?? [];
      expect(
        text.replace(nounce, 'n\\u0031').replace(createdAt, '2026-01-05T03:00:00+00:00').replace(`exp=${exp}`, 'exp=1'),
      ).toBe(ODD);
      expect(Number(exp)).toBe(imageExpirySeconds({ created_at: createdAt }));
      return [nounce, createdAt];
    });
    expect(new Set(seen.flat()).size).toBe(4);
  });

  it('changes nothing else of any delivery of the contract', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(arbitraries.submitFormDelivery(), async (submission) => {
        const text = JSON.stringify(submission);
        const [captured] = await runs.sample.keep([text]);
        await runs.send(runs.plan({ mode: 'fresh', captures: [captured?.id ?? 0] }));
        count += 1;
        const sent = JSON.parse(runs.receiver.arrived[count - 1]?.body.toString() ?? '') as typeof submission;
        const { nounce, created_at: createdAt } = submission.event;
        const exp = /(exp=)\d+/g;
        const restored = JSON.stringify({ ...sent, event: { ...sent.event, nounce, created_at: createdAt } });
        expect(restored.replaceAll(exp, '$1')).toBe(text.replaceAll(exp, '$1'));
      }),
      { numRuns: 15 },
    );
  });

  it('serves the images that were kept, and stand-ins for others, until their exp', async () => {
    const [captured] = await runs.sample.keep([ODD]);
    const { archive } = runs.sample;
    const file = await archive.takeImage(
      (async function* () {
        yield Buffer.from('jpeg');
      })(),
    );
    const offset = ODD.indexOf('https:');
    const length = ODD.indexOf('"', offset) - offset;
    const outcome = { sha256: file.sha256, bytes: file.bytes, contentType: 'image/jpeg' };
    const entry = { capture: captured?.id ?? 0, at: '2026-01-05T03:00:00.000Z', offset, length, outcome };
    await archive.addImages([{ entry, file }]);
    let nowMs = 0;
    const imageServer = await ImageServer.start(() => nowMs);
    await runs.send(runs.plan({ mode: 'fresh', images: 'serve' }), { imageServer });
    const url = (JSON.parse(runs.bodies()[0] ?? '') as { extra: { ekyc: { liveness: { url: string } } } }).extra.ekyc
      .liveness.url;
    expect(new URL(url).pathname).toBe('/api/ekyc/a1/result/image/');
    const get = async (address: string): Promise<[number, string]> => {
      const answer = await request(address);
      return [answer.statusCode, await answer.body.text()];
    };
    expect(await get(url)).toEqual([200, 'jpeg']);
    expect(await get(url.replace(/exp=\d+/, 'exp=99999999999'))).toEqual([403, '']);
    nowMs = Number(new URL(url).searchParams.get('exp')) * 1000;
    expect(await get(url)).toEqual([403, '']);
    expect(imageServer.tally).toEqual({ minted: 1, fetched: 1, refused: 2, standIns: 0 });
    await imageServer.close();
  });

  it('sends expired images with a creation time to match', async () => {
    await runs.sample.keep([ODD]);
    const imageServer = await ImageServer.start(() => systemClock.now());
    await runs.send(runs.plan({ mode: 'fresh', images: 'expired' }), { imageServer });
    const sent = JSON.parse(runs.bodies()[0] ?? '') as {
      event: { created_at: string };
      extra: { ekyc: { liveness: { url: string } } };
    };
    const { url } = sent.extra.ekyc.liveness;
    expect(Number(new URL(url).searchParams.get('exp'))).toBe(imageExpirySeconds(sent.event));
    expect((await request(url)).statusCode).toBe(403);
    await imageServer.close();
  });

  it.each([
    ['{"event":', 'its body is not JSON that can be edited: The text is cut off at byte 9'],
    ['{"event":{"nounce":"n"}}', 'it has no event.created_at that could be new: send it without --fresh'],
  ])('does not send %s', async (text, why) => {
    await runs.sample.keep([text]);
    const { outcomes } = await runs.send(runs.plan({ mode: 'fresh' }));
    expect(outcomes).toMatchObject([{ result: 'not-sent', why }]);
  });
});
