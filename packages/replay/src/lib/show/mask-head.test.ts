import { describe, expect, it } from 'vitest';

import { maskHeader, maskRoute, maskTarget } from './mask-head.ts';

describe('maskRoute()', () => {
  it.each([
    ['/', '/'],
    ['/webhooks/ekyc/v1', '/webhooks/ekyc/v1'],
    ['/hook?token=[redacted]', '/hook?token=[redacted]'],
    ['/hook/k3v9x2p8/amelia', '/hook/‹8 characters›/‹6 characters›'],
    ['/hook?name=Amelia&amelia&amelia=1', '/hook?name=‹6 characters›&‹6 characters›&‹6 characters›=‹1 character›'],
  ])('shows %s as %s', (route, text) => {
    expect(maskRoute(route)).toEqual({ text, masked: text !== route });
  });
});

describe('maskHeader()', () => {
  it('shows what says nothing about anybody, and masks all else', () => {
    expect(maskHeader('Content-Type', 'application/json')).toEqual({ text: 'application/json', masked: false });
    expect(maskHeader('X-Applicant', 'Amelia')).toEqual({ text: '‹6 characters›', masked: true });
    expect(maskHeader('X-Api-Key', '[redacted]')).toEqual({ text: '[redacted]', masked: false });
  });
});

describe('maskTarget()', () => {
  it('shows the receiver', () => {
    expect(maskTarget('http://127.0.0.1:8080/hook/amelia')).toEqual({
      text: 'http://127.0.0.1:8080/hook/‹6 characters›',
      masked: true,
    });
  });
});
