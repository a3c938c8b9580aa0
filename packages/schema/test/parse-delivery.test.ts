import { runInNewContext } from 'node:vm';

import { isSubmission } from '@idvkit/schema/consumer';
import * as consumer from '@idvkit/schema/consumer';
import { arbitraries } from '@idvkit/schema/generators';
import {
  DeliveryError,
  parseDelivery,
  readDelivery,
  safeParseDelivery,
  safeReadDelivery,
} from '@idvkit/schema/receiver';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../tools/testing/sample.ts';
import { refusalsOf } from './forms.ts';
import { mutationsOf } from './mutations.ts';
import { permittedDeliveries } from './permitted-deliveries.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const shortest = '{"event":{"type":"submit_form"},"application":{"slug":"k3v9","status":"complete"},"extra":{}}';

const plain = {
  id: 7,
  no: 'COK007',
  form: 'kyc',
  slug: 'k3v9',
  status: 'complete',
  other_status: { ekyc: 'pass' },
  submitted_at: '2026-01-05T03:00:00+00:00',
};
const attempt = { id: 1, attempt: 1, status: 'fail', message: '', created_at: '2026-01-05T03:00:00+00:00' };

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

  it('reads whatever the tolerant schema accepts, as it is', () => {
    fc.assert(
      fc.property(mutationsOf(arbitraries.delivery()), (value) => {
        const { success, data, issues } = safeParseDelivery(JSON.stringify(value));
        const isAccepted = consumer.delivery.safeParse(value).success;
        expect(data).toEqual(success && isAccepted ? value : data);
        expect(isAccepted || !success || issues.length > 0).toBe(true);
      }),
    );
  });

  it('gives what it read the type of a delivery, and refuses none that a receiver must accept', () => {
    fc.assert(
      fc.property(permittedDeliveries, ({ body }) => {
        const { data, error } = safeParseDelivery(JSON.stringify(body));
        expect(error).toBeUndefined();
        expect(data && refusalsOf(data)).toEqual([]);
      }),
      { numRuns: runsOf(500) },
    );
  });

  it('has no issues with what the service must send', () => {
    fc.assert(
      fc.property(arbitraries.delivery(), (sent) => {
        expect(safeParseDelivery(JSON.stringify(sent)).issues).toEqual([]);
      }),
    );
  });

  it('returns the issues of a delivery beside it', () => {
    const body = {
      event: { type: 'submit_form', nounce: 'n', version: 1, created_at: '2026-01-05T03:00:00+00:00' },
      application: { ...plain, status: 'archived', submitted_at: 5, other_status: { ekyc: 'Pass', tier: 2 } },
      answers: { gender: { value: 'X' }, nid: { value: 5 }, pets: { value: ['dog'] }, customer_ref: { value: 'A-17' } },
      extra: { ekyc: { liveness: { attempts: [{ ...attempt, status: 'timeout' }, 'none'] } }, identity_aml: null },
    };

    const { submitted_at: _, ...readable } = plain;

    const { data, issues } = safeParseDelivery(JSON.stringify(body));

    expect(issues?.map(({ code, message }) => `${code}: ${message}`)).toMatchInlineSnapshot(`
      [
        "unknown-value: application.status has a value that the specification does not name",
        "unknown-value: application.other_status.ekyc has a value that the specification does not name",
        "wrong-type: application.submitted_at is a number, not a string or null",
        "wrong-type: answers.nid.value is a number, not a string",
        "unknown-value: answers.gender.value has a value that the specification does not name",
        "wrong-type: answers.pets.value is an array, not a string or a number or a boolean",
        "unknown-value: extra.ekyc.liveness.attempts.0.status has a value that the specification does not name",
        "wrong-type: extra.ekyc.liveness.attempts.1 is a string, not an object",
        "wrong-type: extra.identity_aml is null, not an object",
      ]
    `);
    expect(data).toEqual({
      event: body.event,
      application: { ...readable, status: 'archived', other_status: { ekyc: 'Pass', tier: 2 } },
      answers: { gender: { value: 'X' }, nid: {}, pets: {}, customer_ref: { value: 'A-17' } },
      extra: { ekyc: { liveness: { attempts: [{ ...attempt, status: 'timeout' }] } } },
    });
  });

  it.each([
    ['no application', '{"event":{"type":"archived"}}'],
    ['an application without a slug', '{"event":{"type":"archived"},"application":{"id":1}}'],
    ['a list', '{"event":{"type":"archived"},"application":{"slug":"x"},"answers":[]}'],
    ['null', '{"event":{"type":"archived"},"application":{"slug":"x","status":"archived"},"extra":null}'],
  ])('reads an event of an unknown type that has %s', (_, body) => {
    expect(parseDelivery(body).event.type).toBe('archived');
  });

  it('reports 100 issues at most', () => {
    const answers = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`q${index}`, index]));
    const body = JSON.stringify({ event: { type: 'submit_form' }, application: plain, answers });

    expect(safeParseDelivery(body).issues).toHaveLength(100);
  });

  it('narrows by the type of the event', () => {
    const received = parseDelivery(shortest);

    expect(isSubmission(received) && received.application.slug).toBe('k3v9');
  });

  it('throws an error that tells what and where', () => {
    expect(() => parseDelivery('{}')).toThrow(DeliveryError);
    expect(errorOf('{"event":{"type":"drop_off"},"application":{"status":"expired"}}')).toMatchInlineSnapshot(`
      {
        "byte": undefined,
        "code": "not-a-delivery",
        "message": "Cannot read delivery: application.slug is missing.",
        "path": [
          "application",
          "slug",
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
        "message": "Cannot read delivery: the body is null, not an object.",
        "path": [],
      }
    `);
  });

  it.each([
    ['{}', 'event is missing'],
    ['{"event":{},"application":{}}', 'event.type is missing'],
    ['{"event":{"type":7},"application":{}}', 'event.type is a number, not a string'],
    ['{"event":{"type":"submit_form"}}', 'application is missing'],
    ['{"event":{"type":"submit_form"},"application":{"slug":null}}', 'application.slug is null, not a string'],
    ['[]', 'the body is an array, not an object'],
  ])('names what is missing in %s', (body, problem) => {
    expect(() => parseDelivery(body)).toThrow(`Cannot read delivery: ${problem}.`);
  });

  it('names a part that every submission has', () => {
    const { issues } = safeParseDelivery('{"event":{"type":"submit_form"},"application":{"slug":"k3v9"}}');

    expect(issues?.map(({ message }) => message)).toContain('application.status is missing');
  });

  it.each([
    [{ event: { type: 'submit_form' } }, 'Pass the raw bytes or text, or call readDelivery(body).'],
    [undefined, 'there is no body. Pass the raw bytes or text of the request.'],
    [null, 'there is no body.'],
    [7, 'there is no body.'],
  ])('says what to pass in the place of %o', (body, advice) => {
    const { error } = safeParseDelivery(body as unknown as string); // As callers without types pass it.

    expect(error?.code).toBe('wrong-input');
    expect(error?.message).toContain(advice);
  });

  it('reads bytes of another realm', () => {
    const foreign = runInNewContext(`new Uint8Array(${JSON.stringify([...bytesOf(shortest)])})`) as Uint8Array;

    expect(parseDelivery(foreign).event.type).toBe('submit_form');
    expect(parseDelivery(foreign.buffer as ArrayBuffer).event.type).toBe('submit_form'); // Not shared.
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

describe('readDelivery()', () => {
  it('reads an object that was parsed already, and does not change it', () => {
    const body: unknown = JSON.parse('{"event":{"type":"archived"},"answers":[],"__proto__":{"polluted":true}}');
    const before = JSON.stringify(body);

    expect(JSON.stringify(readDelivery(body))).toBe('{"event":{"type":"archived"}}');
    expect(JSON.stringify(body)).toBe(before);
    expect({}).not.toHaveProperty('polluted');
  });

  it('shares the parts that it did not change', () => {
    const body = { event: { type: 'drop_off' }, application: plain, extra: {} };

    expect(readDelivery(body)).toBe(body);
  });

  it.each([undefined, null, 'text', 7, []])('refuses %o', (body) => {
    expect(() => readDelivery(body)).toThrow(DeliveryError);
  });

  it('says that raw bytes are for parseDelivery', () => {
    expect(safeReadDelivery(bytesOf(shortest)).error?.message).toBe(
      'Cannot read delivery: the body is raw bytes. Call parseDelivery(body).',
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

    expect(parseDelivery(twice).application?.status).toBe('complete');
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

    // Both readers report it, alike.
    const parsed = safeParseDelivery(body);
    const key = member.includes('constructor') ? 'constructor' : '__proto__';
    expect(parsed).toEqual(safeReadDelivery(JSON.parse(body)));
    expect(parsed.issues?.filter(({ code }) => code === 'prototype-key').map(({ path }) => path.join('.'))).toEqual([
      key,
      `list.0.0.${key}`,
      `event.${key}`,
    ]);
    expect(parsed.issues?.[0]?.message).toBe(`${key} would reach a prototype`);
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

    expect(parseDelivery(body).application?.slug).toHaveLength(4_000_000);
  });
});
