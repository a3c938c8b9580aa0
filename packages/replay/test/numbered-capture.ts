import type { Captured } from '@idvkit/schema/formats';

/** Returns a capture that differs from others by its number only. */
export function numberedCapture(id: number): Captured {
  return {
    kind: 'captured',
    id,
    receivedAt: '2026-01-05T03:00:00.000Z',
    method: 'POST',
    path: '/',
    headers: [['Content-Length', String(id)]],
    bearer: 'match',
    body: { sha256: id.toString(16).padStart(64, '0'), bytes: id, complete: true },
    answer: 204,
  };
}
