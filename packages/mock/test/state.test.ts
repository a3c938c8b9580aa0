import { createMock } from '@idvkit/mock';
import { resultResponse } from '@idvkit/schema';
import { describe, expect, it } from 'vitest';

import { ServiceClient } from './service-client.ts';

const unsigned = (text: string): string => text.replaceAll(/https?:[^"]+\/result\/image\/[^"]+/g, '');

describe('a saved state', () => {
  it('goes on where it stopped: applications, time, ids', async () => {
    const mock = createMock({ clock: { mode: 'frozen', now: Date.parse('2026-01-05T03:00:00Z') }, seed: 5 });
    const client = new ServiceClient(mock.fetch);
    const slug = await client.createSlug();
    mock.portal.submit(slug, { retries: 1, aml: 'pep' });
    await mock.portal.advance({ ms: 60_000 });
    const before = await client.result(slug);
    const saved = structuredClone(mock.portal.state());
    const next = await client.createSlug();
    await mock.close();

    const restored = createMock();
    await restored.portal.setState(saved);
    const restoredClient = new ServiceClient(restored.fetch);
    const after = await restoredClient.result(slug);

    expect(unsigned(after.text)).toBe(unsigned(before.text));
    expect(restored.portal.clock()).toEqual({ mode: 'frozen', now: Date.parse('2026-01-05T03:01:00Z') });
    expect(await restoredClient.createSlug()).toBe(next);
    await restored.close();
  });

  it('lets forms expire that were open when it was saved', async () => {
    const mock = createMock({ clock: { mode: 'frozen', now: 0 }, settings: { formLifetimeMs: 1_000 } });
    const slug = await new ServiceClient(mock.fetch).createSlug();
    const state = mock.portal.state();
    await mock.close();

    const restored = createMock({ state });
    await restored.portal.advance({ ms: 1_000 });

    expect(restored.portal.application(slug).state).toBe('expired');
    await restored.close();
  });

  it('signs image URLs for the address that it is served from now', async () => {
    const mock = createMock();
    const slug = await new ServiceClient(mock.fetch, 'http://before.test').createSlug();
    mock.portal.submit(slug);
    const state = mock.portal.state();
    await mock.close();

    const restored = createMock({ state });
    const { json } = await new ServiceClient(restored.fetch, 'http://after.test').result(slug);

    expect(resultResponse.parse(json).extra.ekyc?.liveness?.url).toMatch(/^http:\/\/after\.test\//);
    await restored.close();
  });

  it('is refused where an application belongs to no form', async () => {
    const mock = createMock();
    await new ServiceClient(mock.fetch).createSlug();
    const state = structuredClone(mock.portal.state());
    const workspaces = Object.entries(state.workspaces).map(
      ([id, workspace]) => [id, { ...workspace, forms: {} }] as const,
    );
    const orphaned = { ...state, workspaces: Object.fromEntries(workspaces) };

    await expect(mock.portal.setState(orphaned)).rejects.toMatchObject({
      code: 'invalid',
      issues: [{ path: 'workspaces.default.applications' }],
    });
    expect(mock.portal.applications()).toHaveLength(1);
  });

  it('gives the same run for the same seed', async () => {
    const runs = await Promise.all(
      [1, 1, 2].map(async (seed) => {
        const mock = createMock({ seed, clock: { mode: 'frozen', now: 0 } });
        const client = new ServiceClient(mock.fetch);
        const slug = await client.createSlug();
        mock.portal.submit(slug, { aml: 'sanctions' });
        return (await client.result(slug)).text;
      }),
    );

    expect(runs[1]).toBe(runs[0]);
    expect(runs[2]).not.toBe(runs[0]);
  });
});
