import { createMock, type Mock } from '@idvkit/mock';
import { infoResponse, notFoundError, resendNotFoundError, resultResponse } from '@idvkit/schema';
import { beforeEach, describe, expect, it } from 'vitest';

import { ServiceClient } from './service-client.ts';

let mock: Mock;
let client: ServiceClient;
let slug: string;

beforeEach(async () => {
  mock = createMock();
  client = new ServiceClient(mock.fetch);
  slug = await client.createSlug();
});

describe('result', () => {
  it('is a few kilobytes where the screening found nothing', async () => {
    mock.portal.submit(slug);

    const { text } = await client.result(slug);

    expect(Buffer.byteLength(text)).toBeGreaterThan(2_000);
    expect(Buffer.byteLength(text)).toBeLessThan(9_000);
  });

  it('changes nothing by being read, signed URLs apart', async () => {
    mock.portal.submit(slug);

    const [one, other] = [await client.result(slug), await client.result(slug)].map(({ text }) =>
      text.replaceAll(/q=[^&]+&exp=\d+/g, ''),
    );

    expect(other).toBe(one);
  });

  it('answers 404 for an unknown slug, one of another form, and a deleted application', async () => {
    const answers = [
      await client.result('nope'),
      await client.result('__proto__'),
      await client.result(slug, { form: 'kyc-plain' }),
    ];
    mock.portal.delete(slug);
    answers.push(await client.result(slug));

    for (const { status, json } of answers) {
      expect(status).toBe(404);
      expect(notFoundError.safeParse(json).error).toBeUndefined();
    }
  });

  it('is streamed where the screening is huge, and says so', async () => {
    mock.portal.submit(slug, { aml: 'huge', amlBytes: 3_000_000 });

    const { text, json } = await client.result(slug);

    expect(Buffer.byteLength(text) / 3_000_000).toBeCloseTo(1, 1);
    const [run] = resultResponse.parse(json).extra.identity_aml?.['screening_provider'] ?? [];
    expect(run?.result).toMatchObject({ is_any_found: true, is_any_in_sanctions: true });
  });
});

describe('info', () => {
  it('is readable without a token, with one, and with a wrong one, while the application is open', async () => {
    for (const authorization of [null, 'Bearer idv_test_token', 'Bearer wrong']) {
      const { status, json } = await client.info(slug, { authorization });

      expect(status).toBe(200);
      expect(infoResponse.parse(json).data).toMatchObject({ is_submitted: false });
    }
  });

  it('needs the token once submitted', async () => {
    mock.portal.submit(slug);

    const statuses = [];
    for (const authorization of [null, 'Bearer wrong', 'Bearer idv_test_token']) {
      statuses.push((await client.info(slug, { authorization })).status);
    }

    expect(statuses).toEqual([403, 401, 200]);
  });

  it('answers 404 to everyone once deleted', async () => {
    mock.portal.submit(slug);
    mock.portal.delete(slug);

    for (const authorization of [null, 'Bearer wrong', 'Bearer idv_test_token']) {
      expect((await client.info(slug, { authorization })).status).toBe(404);
    }
  });

  it('has the id of the application, and another one beside it', async () => {
    const { data } = infoResponse.parse((await client.info(slug)).json);

    expect(data.id).toBe(mock.portal.application(slug).id);
    expect(data.application?.id).not.toBe(data.id);
  });
});

describe('resend', () => {
  it('answers 204 without a body, submitted or not, and delivers nothing before submission', async () => {
    const open = await client.resend(slug);
    mock.portal.submit(slug);
    const submitted = await client.resend(slug);

    expect([open.status, open.text, submitted.status, submitted.text]).toEqual([204, '', 204, '']);
  });

  it('says 404 in a bare detail', async () => {
    const { status, json } = await client.resend('nope');

    expect(status).toBe(404);
    expect(resendNotFoundError.safeParse(json).error).toBeUndefined();
  });
});

describe('any other path', () => {
  it.each(['/', '/api', '/en/api/forms/kyc-camera/create', '/en/en/api/forms/kyc-camera/create/', '/%E0%A4%A/x'])(
    'answers 404: %s',
    async (path) => {
      const { status, json } = await client.at(path);

      expect(status).toBe(404);
      expect(notFoundError.safeParse(json).error).toBeUndefined();
    },
  );
});
