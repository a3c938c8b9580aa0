import { createMock, type Mock } from '@idvkit/mock';
import { resultResponse } from '@idvkit/schema';
import { beforeEach, describe, expect, it } from 'vitest';

import { ServiceClient } from './service-client.ts';

let mock: Mock;
let client: ServiceClient;
let slug: string;

beforeEach(async () => {
  mock = createMock({ clock: { mode: 'frozen', now: Date.parse('2026-01-05T03:00:00Z') } });
  client = new ServiceClient(mock.fetch);
  slug = await client.createSlug();
  mock.portal.submit(slug, { retries: 1 });
});

async function signedUrl(): Promise<URL> {
  const { extra } = resultResponse.parse((await client.result(slug)).json);
  return new URL(extra.ekyc?.identity_document?.face_image_url ?? '');
}

const get = (url: URL, authorization?: string | null): ReturnType<ServiceClient['at']> =>
  client.at(`${url.pathname}${url.search}`, authorization === undefined ? {} : { authorization });

describe('signed images', () => {
  it('are on the host of the service and expire 15 minutes after they were signed', async () => {
    const url = await signedUrl();

    expect(url.origin).toBe('http://mock.test');
    expect(url.pathname).toBe(`/api/ekyc/${slug}/result/image/`);
    expect(url.searchParams.get('exp')).toBe(String(Date.parse('2026-01-05T03:15:00Z') / 1000));
  });

  it('are images, to who has the token', async () => {
    const { status, headers } = await get(await signedUrl());

    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^image\//);
  });

  it('are refused without the token', async () => {
    const url = await signedUrl();

    expect([(await get(url, null)).status, (await get(url, 'Bearer wrong')).status]).toEqual([403, 401]);
  });

  it.each<[string, (url: URL) => void]>([
    ['without q', (url) => url.searchParams.delete('q')],
    ['without exp', (url) => url.searchParams.delete('exp')],
    ['with a later exp', (url) => url.searchParams.set('exp', '1999999999')],
    ['with an exp that is no number', (url) => url.searchParams.set('exp', 'never')],
    ['with q cut short', (url) => url.searchParams.set('q', (url.searchParams.get('q') ?? '').slice(0, -1))],
    ['with q changed', (url) => url.searchParams.set('q', `x${url.searchParams.get('q')}`)],
    [
      'with another image in q',
      (url) =>
        url.searchParams.set(
          'q',
          `${Buffer.from('document.0.1.aaaaaaaaaa').toString('base64url')}.${url.searchParams.get('q')?.split('.')[1]}`,
        ),
    ],
  ])('are refused %s', async (_, change) => {
    const url = await signedUrl();
    change(url);

    expect((await get(url)).status).toBe(403);
    expect((await get(url, null)).status).toBe(403);
  });

  it('are refused under the slug of another application', async () => {
    const url = await signedUrl();
    const other = await client.createSlug();
    url.pathname = `/api/ekyc/${other}/result/image/`;

    expect((await get(url)).status).toBe(403);
  });

  it('are refused from exp on', async () => {
    const url = await signedUrl();

    await mock.portal.advance({ ms: 899_999 });
    const before = await get(url);
    await mock.portal.advance({ ms: 1 });
    const after = await get(url);

    expect([before.status, after.status]).toEqual([200, 403]);
  });

  it('are gone with the application', async () => {
    const url = await signedUrl();
    mock.portal.delete(slug);

    expect((await get(url)).status).toBe(404);
  });
});
