import { expect, test } from 'vitest';

import { clearTextWarning, isLoopback, isLoopbackHost } from './loopback.ts';

test.each(['localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])('%s is loopback', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each(['', '0.0.0.0', '10.0.0.1', '127.0.0.1.example.org', 'localhost.example.org', '::'])('%s is not', (host) => {
  expect(isLoopback(host)).toBe(false);
});

test.each(['localhost', 'LOCALHOST:80', '127.0.0.1:4010', '[::1]:4010'])('Host %s names this machine', (header) => {
  expect(isLoopbackHost(header)).toBe(true);
});

test.each([undefined, '', 'x@127.0.0.1', '127.0.0.1/x', '::1', 'rebound.example.org:4010', '127.0.0.1:x'])(
  'Host %s does not',
  (header) => {
    expect(isLoopbackHost(header)).toBe(false);
  },
);

test('a token over http is warned of only if it goes to another machine', () => {
  expect(clearTextWarning('http://staging.example:8080/idv')).toContain('goes to staging.example:8080 over http');
  for (const address of [undefined, '', 'https://staging.example', 'http://127.0.0.1:4010', 'http://[::1]/']) {
    expect(clearTextWarning(address)).toBeUndefined();
  }
});
