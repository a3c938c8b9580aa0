import { type Call, createMock, type DeliveryAttempt, type Fault } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { ServiceClient } from './service-client.ts';
import { startReceiver } from './test-receiver.ts';

const fault = (overrides: ReturnType<Fault['overrides']>): Fault => ({
  id: 'own',
  rule: 'create.status.201',
  alsoBreaks: [],
  title: 'is of this test',
  overrides: () => overrides,
});

const teapot = fault({ respond: (draft) => ({ ...draft, status: 418 }) });

describe('a fault of your own', () => {
  it('is on where it was given, and in workspaces that are made then', async () => {
    const mock = createMock({ faults: [teapot, 'delivery.5xx.retried'] });
    const { id, token = '' } = mock.portal.addWorkspace({});
    const client = new ServiceClient(mock.fetch);
    const created = await client.create();
    const elsewhere = await client.create({ authorization: `Bearer ${token}` });
    expect([created.status, elsewhere.status]).toEqual([418, 418]);
    const on = mock.portal
      .workspace(id)
      .faults()
      .filter((each) => each.on);
    expect(on.map((each) => each.id)).toEqual(['delivery.5xx.retried', 'own']);
    await mock.close();
  });

  it('is switched off and on by its id', async () => {
    const mock = createMock({ faults: [teapot] });
    const client = new ServiceClient(mock.fetch);
    mock.portal.setFaults({ ids: [] });
    const without = await client.create();
    mock.portal.setFaults({ ids: ['own'] });
    const again = await client.create();
    expect([without.status, again.status]).toEqual([201, 418]);
    await mock.close();
  });

  it('sees the credential, the body and the past of a call', async () => {
    const seen: unknown[] = [];
    const note = ({ endpoint, credential, authorization, isForeign, body, history }: Call): void => {
      seen.push({ endpoint, credential, authorization, isForeign, body, history });
    };
    const watch = fault({
      respond: (draft, call) => {
        note(call);
        return draft;
      },
    });
    const mock = createMock({ faults: [watch] });
    mock.portal.addWorkspace({ token: 'of-another' });
    const client = new ServiceClient(mock.fetch);
    const slug = await client.createSlug({ body: { answers: { customer_ref: 'r' } } });
    mock.portal.submit(slug);
    await client.resend(slug);
    await client.result(slug, { authorization: 'Bearer of-another' });
    await client.info(slug, { authorization: 'Bearer of-another' });
    await client.result(slug, { authorization: null });

    expect(seen).toEqual([
      {
        endpoint: 'create',
        credential: 'valid',
        authorization: 'Bearer idv_test_token',
        isForeign: false,
        body: { kind: 'json', value: { answers: { customer_ref: 'r' } } },
        history: {},
      },
      {
        endpoint: 'resend',
        credential: 'valid',
        authorization: 'Bearer idv_test_token',
        isForeign: false,
        body: { kind: 'empty' },
        history: { submission: 1 },
      },
      // Its workspace is that of the token, which has no such application.
      {
        endpoint: 'result',
        credential: 'valid',
        authorization: 'Bearer of-another',
        isForeign: true,
        body: { kind: 'empty' },
        history: {},
      },
      {
        endpoint: 'info',
        credential: 'invalid',
        authorization: 'Bearer of-another',
        isForeign: true,
        body: { kind: 'empty' },
        history: { submission: 1, resend: 1 },
      },
      {
        endpoint: 'result',
        credential: 'absent',
        authorization: null,
        isForeign: false,
        body: { kind: 'empty' },
        history: { submission: 1, resend: 1 },
      },
    ]);
    await mock.close();
  });

  it('decides the headers of each attempt, and sees what happened before a delivery', async () => {
    const receiver = await startReceiver(500, 500, 204);
    const seen: unknown[] = [];
    const note = ({ trigger, attempt, history }: DeliveryAttempt): void => {
      seen.push({ trigger, attempt, history });
    };
    const watch = fault({
      eventHeader: (header, attempt) => {
        note(attempt);
        return header;
      },
      deliveryRequest: (request, { attempt }) => ({
        ...request,
        headers: { ...request.headers, 'content-type': `application/${attempt}` },
      }),
    });
    const mock = createMock({
      faults: [watch],
      clock: { mode: 'frozen', now: Date.parse('2026-01-05T03:00:00Z') },
      webhooks: [{ url: receiver.url, secret: 's' }],
    });
    const slug = await new ServiceClient(mock.fetch).createSlug();
    mock.portal.changeStatus(slug, { column: 'decision', value: 'Hold' });
    await mock.portal.advance({ ms: 10_000 });
    mock.portal.submit(slug);
    await mock.portal.advance({ ms: 10_000 });

    expect(seen).toEqual([
      { trigger: 'status-change', attempt: 1, history: {} },
      { trigger: 'status-change', attempt: 2, history: {} },
      { trigger: 'status-change', attempt: 3, history: {} },
      { trigger: 'submission', attempt: 1, history: { 'status-change': 1 } },
    ]);
    expect(receiver.received.map(({ contentType }) => contentType)).toEqual([
      'application/1',
      'application/2',
      'application/3',
      'application/1',
    ]);
    await mock.close();
    await receiver.close();
  });
});
