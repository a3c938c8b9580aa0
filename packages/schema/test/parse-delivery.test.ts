import { isSubmission } from '@idvkit/schema/consumer';
import * as consumer from '@idvkit/schema/consumer';
import { arbitraries } from '@idvkit/schema/generators';
import { DeliveryError, parseDelivery, safeParseDelivery } from '@idvkit/schema/receiver';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mutationsOf } from './mutations.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const shortest = '{"event":{"type":"submit_form"},"application":{"slug":"k3v9","status":"complete"},"extra":{}}';

/** What an error says, all of it. */
function errorOf(body: Uint8Array | string): object | undefined {
  const result = safeParseDelivery(body);
  if (result.success) return undefined;
  const { code, byte, path, message } = result.error;
  return { code, byte, path, message };
}

describe('parseDelivery()', () => {
  it('reads every delivery that the service sends, from bytes as from text', () => {
    fc.assert(
      fc.property(arbitraries.delivery(), (sent) => {
        const text = JSON.stringify(sent);
        expect(parseDelivery(text)).toEqual(JSON.parse(text));
        expect(parseDelivery(bytesOf(text))).toEqual(JSON.parse(text));
        expect(parseDelivery(bytesOf(text).buffer as ArrayBuffer)).toEqual(JSON.parse(text)); // Not shared.
      }),
    );
  });

  it('accepts what the tolerant schema accepts, and names the same places otherwise', () => {
    fc.assert(
      fc.property(mutationsOf(arbitraries.delivery()), (value) => {
        const expected = consumer.delivery.safeParse(value);
        const { success, error } = safeParseDelivery(JSON.stringify(value));
        expect(success).toBe(expected.success);
        expect(error?.issues.map(({ path }) => path)).toEqual(expected.error?.issues.map(({ path }) => path));
      }),
    );
  });

  it('narrows by the type of the event', () => {
    const received = parseDelivery(shortest);

    expect(isSubmission(received) && received.application.slug).toBe('k3v9');
  });

  it('throws an error that tells what and where', () => {
    expect(() => parseDelivery('{}')).toThrow(DeliveryError);
    expect(errorOf('{"event":{"type":"x"},"application":{"slug":"k3v9"}}')).toMatchInlineSnapshot(`
      {
        "byte": undefined,
        "code": "not-a-delivery",
        "message": "Cannot read delivery: application.status: Invalid option: expected one of "incomplete"|"complete"|"expired".",
        "path": [
          "application",
          "status",
        ],
      }
    `);
    expect(errorOf('{"event":{"type":"x","y":"secret')).toMatchInlineSnapshot(`
      {
        "byte": 32,
        "code": "truncated",
        "message": "Cannot read delivery: it ends at byte 32, in event.y, before its JSON does.",
        "path": [
          "event",
          "y",
        ],
      }
    `);
    expect(errorOf('{"event":{"type":secret}}')).toMatchInlineSnapshot(`
      {
        "byte": 17,
        "code": "not-json",
        "message": "Cannot read delivery: it is not JSON at byte 17, in event.type.",
        "path": [
          "event",
          "type",
        ],
      }
    `);
    expect(errorOf('')).toMatchInlineSnapshot(`
      {
        "byte": 0,
        "code": "truncated",
        "message": "Cannot read delivery: it ends at byte 0, before its JSON does.",
        "path": [],
      }
    `);
    expect(errorOf('null')).toMatchInlineSnapshot(`
      {
        "byte": undefined,
        "code": "not-a-delivery",
        "message": "Cannot read delivery: the body: Invalid input: expected object, received null.",
        "path": [],
      }
    `);
  });

  it('quotes no value of the body', () => {
    fc.assert(
      fc.property(mutationsOf(arbitraries.submitFormDelivery({ sparse: false })), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        const names = [...text.matchAll(/"full_name_\w+":\{"value":"([^"]{5,})"/g)].flatMap(([, name]) => name ?? []);
        for (const body of [text, text.slice(0, cut % text.length)]) {
          const { error } = safeParseDelivery(body);
          for (const name of names) expect(error?.message ?? '').not.toContain(name);
        }
      }),
    );
  });
});

describe('parseDelivery() of bodies that mean harm, or came to harm', () => {
  it('reads a truncated body as truncated, wherever it ends', () => {
    for (let length = 0; length < shortest.length; length += 1) {
      expect(errorOf(shortest.slice(0, length))).toMatchObject({ code: 'truncated', byte: length });
    }
  });

  it('names the first byte that is not UTF-8', () => {
    const bytes = bytesOf(shortest.replace('k3v9', 'ชช!!'));
    const at = bytes.indexOf(0x21);
    bytes[at] = 0xff;

    expect(errorOf(bytes)).toEqual({
      code: 'not-utf-8',
      byte: at,
      path: [],
      message: `Cannot read delivery: byte ${at} is not UTF-8.`,
    });
  });

  it.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('refuses 100,000 %s within each other, and reads them where that is wanted', (_, open, close) => {
    const nested = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
    const body = shortest.replace('"extra":{}', `"extra":{"bank_statement":${nested}}`);

    expect(errorOf(body)).toMatchObject({ code: 'too-deep', byte: body.indexOf(open.repeat(3)) + 998 * open.length });
    expect(safeParseDelivery(body, { maxDepth: 200_000 }).success).toBe(true);
    expect(errorOf(body.slice(0, 400_000))).toMatchObject({ code: 'too-deep' });
    expect(safeParseDelivery(body.slice(0, 90_000), { maxDepth: 200_000 }).error?.code).toBe('truncated');
  });

  it('takes the last of keys that occur twice', () => {
    const twice = shortest.replace('"status":"complete"', '"status":"expired","status":"complete"');

    expect(parseDelivery(twice).application.status).toBe('complete');
  });

  it.each([
    ['__proto__', '"__proto__":{"polluted":true}'],
    ['an escaped __proto__', String.raw`"\u005f_prot\u006f__":{"polluted":true}`],
    ['constructor.prototype', '"constructor":{"prototype":{"polluted":true}}'],
  ])('leaves out %s, at any depth', (_, member) => {
    const body = `{${member},"event":{"type":"x",${member}},"application":{"slug":"s","status":"complete"},"list":[[{${member}}]]}`;
    const received = parseDelivery(body);

    expect(JSON.stringify(received)).toBe(
      '{"event":{"type":"x"},"application":{"slug":"s","status":"complete"},"list":[[{}]]}',
    );
    expect(Object.getPrototypeOf(received)).toBe(Object.prototype);
    expect(Object.assign({}, received)).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });

  it('keeps a constructor that is a plain value', () => {
    const body = shortest.replace('"extra":{}', '"extra":{"constructor":{"name":"Brick & Co"}}');

    expect(parseDelivery(body).extra).toEqual({ constructor: { name: 'Brick & Co' } });
  });

  it('does not begin to read 600 MB', () => {
    const bytes = new Uint8Array(600_000_000); // Memory that is never touched.

    expect(errorOf(bytes)).toEqual({
      code: 'too-large',
      byte: 67_108_864,
      path: [],
      message:
        'Cannot read delivery: it has more than 67108864 bytes. Raise maxBytes, or sum it up with @idvkit/analyzer.',
    });
  });

  it('survives 600 MB that it was told to read: no string is that long', () => {
    const bytes = new Uint8Array(600_000_000).fill(0x20);

    expect(safeParseDelivery(bytes, { maxBytes: Infinity }).error?.code).toBe('too-large');
  });

  it('reads a long text of quotes and backslashes in linear time', () => {
    const long = '\\\\'.repeat(2_000_000) + '\\"'.repeat(2_000_000);
    const body = shortest.replace('"slug":"k3v9"', `"slug":"${long}"`);

    expect(parseDelivery(body).application.slug).toHaveLength(4_000_000);
  });
});
