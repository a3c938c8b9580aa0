import { createMock, type Mock } from '@idvkit/mock';
import { CallRefusedError, createClient, NoCreditError, type Client, type Retry } from '@idvkit/schema/client';
import { describe, expect, it } from 'vitest';

/** A client of a mock, whose waits take no time. */
function clientOf(mock: Mock, onRetry: (retry: Retry) => void = () => undefined): Client {
  return createClient({
    baseUrl: 'http://idv.test',
    token: 'idv_test_token',
    fetch: mock.fetch,
    onRetry,
    timeoutMs: 30_000,
    clock: {
      now: () => 0,
      schedule: (delayMs, due) => {
        if (delayMs < 30_000) queueMicrotask(due);
        return () => undefined;
      },
    },
  });
}

describe('the client of @idvkit/schema', () => {
  it('reads every answer of the mock', async () => {
    const mock = createMock();
    const client = clientOf(mock);

    const { detail, form_url } = await client.create({ formSlug: 'kyc-plain', answers: { customer_ref: 'c-17' } });
    const about = { formSlug: 'kyc-plain', slug: detail.slug };
    expect(form_url).toContain(detail.slug);
    expect((await client.info(about)).data.is_submitted).toBe(false);
    await expect(client.submit({ ...about, answers: {} })).rejects.toMatchObject({
      status: 422,
      error: { kind: 'invalid-answers' },
    });
    mock.portal.submit(detail.slug);
    expect((await client.result(about)).application.status).toBe('complete');
    expect((await client.info(about)).data.is_submitted).toBe(true);
    await client.resend(about);
    await expect(client.submit({ ...about, answers: {} })).rejects.toMatchObject({
      status: 403,
      error: { kind: 'forbidden' },
    });
    mock.portal.delete(detail.slug);
    await expect(client.resend(about)).rejects.toMatchObject({ status: 404, error: { kind: 'not-found' } });
    await mock.close();
  });

  it('refuses as the mock does', async () => {
    const mock = createMock();
    mock.portal.setCredit({ balance: 0 });

    await expect(clientOf(mock).create({ formSlug: 'kyc-camera' })).rejects.toBeInstanceOf(NoCreditError);
    await expect(
      createClient({ baseUrl: 'http://idv.test', token: 'another-token', fetch: mock.fetch }).create({
        formSlug: 'kyc-camera',
      }),
    ).rejects.toMatchObject({ status: 401, error: { kind: 'unauthorized' } });
    await expect(clientOf(mock).result({ formSlug: 'kyc-camera', slug: 'nobody' })).rejects.toBeInstanceOf(
      CallRefusedError,
    );
    await mock.close();
  });

  it('gets through a service that has too much to do', async () => {
    const mock = createMock({ settings: { tooManyRequestsEvery: 2, serverErrorEvery: 3 } });
    const retries: number[] = [];
    const client = clientOf(mock, ({ status }) => retries.push(status));

    for (let each = 0; each < 6; each += 1) await client.create({ formSlug: 'kyc-camera' });
    expect(new Set(retries)).toEqual(new Set([429, 500]));
    await mock.close();
  });
});
