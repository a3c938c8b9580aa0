import { isIP } from 'node:net';

import { compareNames, delivery as deliverySchema, submitFormDelivery, type NameAnswers } from '@idvkit/schema';
import { arbitraries, generateSubmission } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ScrubKey } from '../../src/lib/scrub/scrub-key.ts';
import { scrubbed } from './scrubbed.ts';

function named(edited: [string, string], read: [string, string]): NameAnswers {
  return {
    full_name_first_name: { value: edited[0] },
    full_name_last_name: { value: edited[1] },
    full_name_en_first_name: { value: read[0] },
    full_name_en_last_name: { value: read[1] },
  };
}

describe('a scrubbed delivery', () => {
  it('is valid, deterministic and the same however it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraries.delivery(), fc.integer({ min: 1, max: 300 }), async (delivery, chunk) => {
        const body = JSON.stringify(delivery);
        const once = await scrubbed(body);
        expect(deliverySchema.safeParse(JSON.parse(once)).error?.issues).toBeUndefined();
        expect(await scrubbed(body, { chunk })).toBe(once);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps every byte around its values', async () => {
    const values = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false/g;
    for (let seed = 1; seed <= 10; seed += 1) {
      const body = JSON.stringify(generateSubmission({ seed, sparse: false, aml: 'found' }), null, 3).replaceAll(
        ': ',
        ' :\t',
      );
      expect((await scrubbed(body)).replaceAll(values, '_')).toBe(body.replaceAll(values, '_'));
    }
  });

  it('is another under another key', async () => {
    const body = JSON.stringify(generateSubmission({ seed: 3, sparse: false }));
    expect(await scrubbed(body, { withKey: ScrubKey.of('a7'.repeat(32)) })).not.toBe(await scrubbed(body));
  });

  it('keeps outcomes, scores, times and countries', async () => {
    const body = generateSubmission({
      seed: 5,
      sparse: false,
      aml: 'found',
      outcome: 'need_review',
      document: 'front_card',
    });
    const result = submitFormDelivery.parse(JSON.parse(await scrubbed(JSON.stringify(body))));
    expect(result.event).toEqual({ ...body.event, nounce: expect.not.stringContaining(body.event.nounce) as string });
    expect(result.application.other_status).toEqual(body.application.other_status);
    expect(result.application.submitted_at).toBe(body.application.submitted_at);
    expect(result.extra.ekyc?.face_compare).toEqual(body.extra.ekyc?.face_compare);
    expect(result.answers.home_address_country).toEqual(body.answers.home_address_country);
    expect(result.answers.nid?.value).not.toBe(body.answers.nid?.value);
  });

  it.each([
    [named(['Amelia', 'Clarke'], ['AMELIA', 'CLARKE'])],
    [named(['Lucía', 'Peña Ortiz'], ['LUCIA', 'PENA ORTIZ'])],
    [named(['Anne Marie', "O'Neill"], ['ANNE-MARIE', 'ONEILL'])],
    [named(['AnneMarie', 'Van Der Berg'], ['ANNE MARIE', 'VANDERBERG'])],
    [named(['Amelie', 'Clarke'], ['AMELIA', 'CLARKE'])],
    [named(['Amelia', 'Clark'], ['AMELIA', 'CLARKE'])],
    [named(['Bo', 'Li'], ['BA', 'LU'])],
    [named(['Clarke', 'Amelia'], ['AMELIA', 'CLARKE'])],
    [named(['สุดา', 'ใจดี'], ['SUDA', 'JAIDEE'])],
    [named(['', 'Clarke'], ['AMELIA', 'CLARKE'])],
  ])('keeps how the names compare: %j', async (answers) => {
    const result = JSON.parse(await scrubbed(JSON.stringify({ answers }))) as { answers: NameAnswers };
    expect(compareNames(result.answers)).toEqual(compareNames(answers));
    expect(result.answers['full_name_last_name']?.value).not.toBe(answers['full_name_last_name']?.value);
  });

  it('replaces a value alike wherever it stands', async () => {
    const answers = { ...named(['สุดา', 'ใจดี'], ['SUDA', 'JAIDEE']), document_number: { value: 'AB1234567' } };
    const snippet = 'นาง สุดา ใจดี alias Suda Jaidee, passport AB1234567, slug k3v9x2p8';
    const body = {
      application: { slug: 'k3v9x2p8' },
      answers,
      extra: { identity_aml: { p: [{ output: { p: [{ text: snippet }] } }] } },
    };
    const result = JSON.parse(await scrubbed(JSON.stringify(body))) as {
      application: { slug: string };
      answers: Record<string, { value: string }>;
    };
    const text = JSON.stringify(result);
    const values = [...Object.values(result.answers).map(({ value }) => value), result.application.slug];
    expect(values.map((value) => text.toLowerCase().split(value.toLowerCase()).length - 1)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  it('replaces a date alike wherever it stands, and keeps what is valid valid', async () => {
    const hit = { dob: '1984-02-29', born: '29/02/1984', updated: '1984-02-29T10:20:30Z', year: 1984 };
    const data = { hits: [hit] };
    const body = {
      answers: { date_of_birth: { value: '1984-02-29' }, date_of_expiry: { value: '2029-05-31' } },
      extra: { identity_aml: { p: [{ output: { p: [{ output: { content: { data } } }] } }] } },
    };
    const result = JSON.parse(await scrubbed(JSON.stringify(body))) as typeof body;
    const born = result.answers.date_of_birth.value;
    const [year, month, day] = born.split('-');
    const [made] = result.extra.identity_aml.p[0]?.output.p[0]?.output.content.data.hits ?? [];
    expect(born).not.toBe('1984-02-29');
    expect(made).toEqual({
      dob: born,
      born: `${day}/${month}/${year}`,
      updated: `${born}T00:00:00Z`,
      year: expect.any(Number) as number,
    });
    expect(result.answers.date_of_expiry.value).toMatch(/^2029-\d\d-\d\d$/);
  });

  it('replaces what is not described by a value of the same type', async () => {
    const body = {
      answers: { favourite_team: { value: 'Leeds United' }, salary: { value: 52_000.5 }, smoker: { value: true } },
      extra: { records: [{ name: 'Amelia Clarke', email: 'amelia@clarke.org', link: 'https://clarke.org/amelia' }] },
      remark: 'call +66 81 234 5678',
    };
    const result = JSON.parse(await scrubbed(JSON.stringify(body))) as typeof body;
    expect(JSON.stringify(result)).not.toMatch(/leeds|united|amelia|clarke|52000|234|5678/i);
    expect(result).toEqual({
      answers: {
        favourite_team: { value: expect.stringMatching(/^[A-Z]\w+ [A-Z]\w+$/) as string },
        salary: { value: expect.any(Number) as number },
        smoker: { value: false },
      },
      extra: {
        records: [
          {
            name: expect.any(String) as string,
            email: expect.stringMatching(/^[a-z]+@[a-z]+\.example$/) as string,
            link: expect.stringMatching(/^https:\/\/[a-z]+\.example\/[a-z]+$/) as string,
          },
        ],
      },
      remark: expect.stringMatching(/^[a-z]+ \+\d\d \d\d \d{3} \d{4}$/) as string,
    });
  });

  it('replaces what reads as letters, and what no standard knows', async () => {
    const value = 'Ⓐⓜⓔⓛⓘⓐ 🄰🄼🄴 ⒜⒨⒠ ⠁⠍⠑ 🇹🇭 王\uE123明 \uE123 \u{2FFFD} \u{E0041}\u{E006D}';
    const answers = { full_name_first_name: { value: 'Amelia' }, motto: { value } };
    const text = await scrubbed(JSON.stringify({ answers }));
    expect(text).not.toMatch(/[Ⓐ-ⓩ⒜-⒵🄰-🅉⠁⠍⠑王明\u{1F1E6}-\u{1F1FF}\p{Co}\p{Cn}\u{E0041}\u{E006D}]/u);
    // The same name, whatever it is written with.
    const made = JSON.parse(text) as { answers: { full_name_first_name: { value: string }; motto: { value: string } } };
    expect(made.answers.motto.value.split(' ')[0]).toBe(made.answers.full_name_first_name.value);
  });

  it('replaces all of an image URL with credentials, which the service never gives', async () => {
    const url = 'https://amelia:clarke@idv.example.com/api/ekyc/k3v9x2p8/result/image/?q=abc&exp=1767585600';
    const text = await scrubbed(JSON.stringify({ extra: { ekyc: { liveness: { url } } } }));
    expect(text).toMatch(/"https:\/\/[a-z]+:[a-z]+@[a-z.]+\.example\/[^"@]+"/);
    expect(text).not.toMatch(/amelia|clarke|idv\.|k3v9x2p8|abc|1767585600/);
  });

  it.each(['๑๒๓๔ ௧௨௩ Ⅷ ⓯½ 𝍰𑿅', 'ⲁⲃⲅ', '🇹🇭', '\uD83D and more'])(
    'replaces numerals and letters of every script: %s',
    async (value) => {
      const text = await scrubbed(JSON.stringify({ answers: { house: { value } } }));
      expect(text).not.toMatch(/[๑-๙௧-௯Ⅷ⓯½ⲁ-ⲅ𝍰𑿅\u{1F1E6}-\u{1F1FF}]|and|more/u);
    },
  );

  it.each([
    ['0123456789', /^0\d{9}$/],
    ['079184005621', /^0\d{11}$/],
    ['533401372', /^[1-9]\d{8}$/],
    ['1101700230708', /^1\d{12}$/],
  ])('replaces the digits %s by digits', async (value, form) => {
    const answers = { document_number: { value }, customer_reference: { value } };
    const made = JSON.parse(await scrubbed(JSON.stringify({ answers }))) as {
      answers: Record<string, { value: string }>;
    };
    const values = Object.values(made.answers).map((answer) => answer.value);
    expect(values).toEqual([expect.stringMatching(form), values[0]]);
    expect(values[0]).not.toBe(value);
  });

  it.each([
    ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,AAAAAAAAAAA='],
    ['data:text/amelia,Amelia', 'data:text/amelia,AAAAAA'],
    ['data:amelia,Amelia', 'data:,AAAAAA'],
  ])('keeps %s a data URI', async (value, expected) => {
    const made = await scrubbed(JSON.stringify({ answers: { photo: { value } } }));
    expect(made).toBe(JSON.stringify({ answers: { photo: { value: expected } } }));
  });

  it('keeps JSON within a text JSON, with its spaces', async () => {
    const inner = String.raw`{ "name" : "Amelia \u0e1b", "hits" : [ {"id":"k3v9x2p8", "smith": {"q": "{\"name\":\"Clarke\"}"}} ] }`;
    const made = JSON.parse(await scrubbed(JSON.stringify({ answers: { raw: { value: inner } } }))) as {
      answers: { raw: { value: string } };
    };
    const { value } = made.answers.raw;
    expect(value).toMatch(
      /^\{ "name" : "[A-Z]\w+ \\u0e\w\w.*", "hits" : \[ \{"id":"\w{8}", "\w+": \{"q": "\{.*\}"\}\} \] \}$/,
    );
    expect(value).not.toMatch(/amelia|0e1b|k3v9|smith|clarke/i);
    const nested = JSON.parse(value) as { hits: Record<string, { q: string }>[] };
    const { q } = Object.values(nested.hits[0] ?? {})[1] ?? { q: '' };
    expect(Object.keys(JSON.parse(q) as object)).toEqual(['name']);
  });

  it.each(['203.0.113.9', '2001:db8:85a3::8a2e:370:7334'])('keeps %s an address', async (value) => {
    const made = JSON.parse(await scrubbed(JSON.stringify({ answers: { network: { value } } }))) as {
      answers: { network: { value: string } };
    };
    expect(isIP(made.answers.network.value)).toBe(isIP(value));
    expect(made.answers.network.value).not.toBe(value);
  });

  it('replaces given names that hold an original', async () => {
    const body = {
      application: { form: 'kyc-malee', other_status: { Malee: 'Pass' } },
      event: { type: 'malee_event' },
      answers: { malee_srisuk_consent: { value: true } },
      extra: { identity_aml: { Malee: [] } },
    };
    const text = JSON.stringify(body);
    expect(await scrubbed(text)).toContain('kyc-malee');
    const made = await scrubbed(text, { denied: ['kyc-malee', 'Malee', 'malee_event', 'malee_srisuk_consent'] });
    expect(made).not.toMatch(/malee/i);
  });

  it('keeps what a user says is about nobody', async () => {
    const body = JSON.stringify({ answers: { branch: { value: 'Silom' }, agent: { value: 'Silom' } } });
    const result = JSON.parse(await scrubbed(body, { keep: [['answers', 'branch', '*']] })) as Record<
      string,
      Record<string, { value: string }>
    >;
    expect(result['answers']?.['branch']?.value).toBe('Silom');
    expect(result['answers']?.['agent']?.value).not.toBe('Silom');
  });

  it.each([[['answers', 'account', '*']], [['answers', '*']]])(
    'keeps long numbers, keys and flags at %j',
    async (keep) => {
      const body = JSON.stringify({ answers: { account: { value: 12_345_678_901_234, smith: 1 } } });
      expect(await scrubbed(body, { keep: [keep] })).toContain(
        keep.length === 2 ? '{"value":12345678901234,"smith":1}' : '12345678901234',
      );
    },
  );

  it('replaces keys that may be names of people, and keeps those that name fields', async () => {
    const hit = {
      doc: { aka: [], source_notes: { smith: { since: 1999 }, Amelia_Clarke: {}, 'clarke.org': 1 } },
      fields: { matchTypes: [] },
      johndoe: { johndoe: true },
    };
    const body = {
      application: { other_status: { fraud_desk: 'Pass' }, smith: 1 },
      answers: { employee_reference: { value: 1, jones: 2 } },
      extra: { identity_aml: { acme: [{ output: { acme: [{ output: { content: { data: { hits: [hit] } } } }] } }] } },
    };
    const text = await scrubbed(JSON.stringify(body));
    expect(text).not.toMatch(/smith|amelia|clarke|johndoe|jones/i);
    const result = JSON.parse(text) as typeof body;
    expect(Object.keys(result.application.other_status)).toEqual(['fraud_desk']);
    expect(Object.keys(result.answers)).toEqual(['employee_reference']);
    const [made] = result.extra.identity_aml.acme[0]?.output.acme[0]?.output.content.data.hits ?? [];
    expect(Object.keys(made ?? {})).toEqual(['doc', 'fields', expect.stringMatching(/^[a-z]+$/)]);
    expect(Object.keys(made?.doc ?? {})).toEqual(['aka', 'source_notes']);
    expect(Object.keys(made?.fields ?? {})).toEqual(['matchTypes']);
  });

  it('takes numbers of two digits beside one another for a date or a telephone number', async () => {
    const hit = {
      tags: ['08 12 34 56 78', 'level 2'],
      status: '04/05/84',
      phone_08_12_34_56_78: null,
      'born.04.05.84': null,
    };
    const body = {
      extra: { identity_aml: { acme: [{ output: { acme: [{ output: { content: { data: { hits: [hit] } } } }] } }] } },
    };
    const text = await scrubbed(JSON.stringify(body));
    expect(text).not.toMatch(/08.12.34.56.78|04.05.84/);
    expect(text).toContain('"level 2"');
  });

  it('keeps a key that a user names in what is to be kept', async () => {
    const body = JSON.stringify({ extra: { vendor_xq: { zz_kind: 'Silom', other: 'Silom' } } });
    const result = await scrubbed(body, { keep: [['extra', '*', 'zz_kind']] });
    expect(result).toMatch(/^\{"extra":\{"(?!vendor_xq)\w+":\{"zz_kind":"Silom","other":"(?!Silom)\w+"\}\}\}$/);
  });

  it('scrubs as much as there is of a body that breaks off', async () => {
    const body = '{"answers":{"full_name_first_name":{"value":"Amelia"},"full_name_last_name":{"value":"Cla';
    expect(await scrubbed(body)).toMatch(
      /^\{"answers":\{"full_name_first_name":\{"value":"(?!Amelia)\w+"\},"full_name_last_name":\{"value":$/,
    );
  });

  it.each(['name=Amelia&id=1101700230708', '{"a":1}{"b":"Amelia"}', '', '\u0000\u0001Amelia'])(
    'replaces %j as a whole',
    async (body) => {
      expect(await scrubbed(body)).toBe('x'.repeat(Buffer.byteLength(body)));
    },
  );
});
