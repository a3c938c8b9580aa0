import { lastDigitOf, type Primitive } from '../forms.ts';
import type { Note, Scene } from './scene.ts';
import { CREDENTIALS, PLAIN, type Visitor } from './visitor.ts';

const WRONG_NID = `110000000000${(lastDigitOf('110000000000') + 1) % 10}`;
const NID = `110000000000${lastDigitOf('110000000000')}`;
const VALID = {
  full_name_first_name: 'Karla',
  full_name_last_name: 'Brandt',
  date_of_birth: '1979-12-31',
  home_address_country: 'DEU',
};

const creates: Record<string, Record<string, Primitive>> = {
  'no answers': {},
  'a name': { full_name_first_name: 'Ann' },
  passport: { ekyc_document_type: 'passport' },
  'an unknown key': { no_such_key: 'x' },
  'one wrong answer': { gender: 'X' },
  'two wrong answers': { gender: 'X', date_of_birth: '2023-02-29' },
  'wrong nid': { nid: WRONG_NID },
  'wrong nid, passport': { nid: WRONG_NID, ekyc_document_type: 'passport' },
};

const createsEach: Scene = async (visitor, note) => {
  for (const [name, answers] of Object.entries(creates)) {
    const before = visitor.credit();
    const [status, headers, body] = await visitor.call('create', { answers });
    note(`create, ${name}`, [status, headers, status === 201 ? Object.keys(JSON.parse(body)) : body]);
    note(`credit after create, ${name}`, before - visitor.credit());
  }
};

const createsTwice: Scene = async (visitor, note) => {
  const given: Record<string, readonly Record<string, Primitive>[]> = {
    'no answers': [{}, {}],
    'same answers': [{ gender: 'F' }, { gender: 'F' }],
    'other answers': [{ gender: 'M' }, { name_prefix: 'Dr' }],
  };
  for (const [name, bodies] of Object.entries(given)) {
    const links: string[] = [];
    for (const answers of bodies) {
      const [, , body] = await visitor.call('create', { answers });
      links.push((JSON.parse(body) as { form_url: string }).form_url);
    }
    note(`create twice, ${name}`, new Set(links).size);
  }
};

const createsWithoutCredit: Scene = async (visitor, note) => {
  const credential = CREDENTIALS['other workspace'];
  note('create with too little credit, no answers', (await visitor.call('create', { credential }))[0]);
  const answers = { gender: 'F' };
  note('create with too little credit, answers', (await visitor.call('create', { credential, answers }))[0]);
  const plain = await visitor.call('create', { credential, answers, form: PLAIN });
  note('create with enough credit for a plain flow, answers', plain[0]);
};

/** Submits with a course of checks, and notes result, delivery and resend. */
async function submits(
  visitor: Visitor,
  note: Note,
  { slug, course, name }: { slug: string; course: number; name: string },
): Promise<void> {
  visitor.mailbox.expect();
  await visitor.operate('submit', slug, course);
  note(`submit_form, ${name}`, visitor.mailbox.at(0));
  note(`result, ${name}`, await visitor.call('result', { slug }));
  visitor.mailbox.expect();
  await visitor.call('hook-submit', { slug });
  await visitor.pass(0);
  note(`resend, ${name}`, visitor.mailbox.at(0));
}

const courses = Array.from({ length: 7 }, (_, course): Scene => async (visitor, note) => {
  await submits(visitor, note, { slug: await visitor.create(), course, name: `course ${course}` });
});

const prefilled = (
  [
    ['prefilled name', { full_name_first_name: 'Ann' }, 0],
    ['prefilled nid', { nid: NID }, 0],
    ['prefilled nid, passport', { nid: NID }, 1],
    ['short parameter', { applicant_code: 'A'.repeat(64) }, 0],
    ['long parameter', { applicant_code: 'A'.repeat(65) }, 0],
  ] as const
).map(([name, answers, course]): Scene => async (visitor, note) => {
  const slug = await visitor.create({ answers });
  note(`result, open, ${name}`, await visitor.call('result', { slug }));
  await visitor.pass();
  await submits(visitor, note, { slug, course, name });
  const expired = await visitor.create({ answers });
  await visitor.operate('expire', expired);
  note(`result, expired, ${name}`, await visitor.call('result', { slug: expired }));
});

const states: Scene = async (visitor, note) => {
  const slug = await visitor.create();
  note('info, open, gzip', await visitor.call('info', { slug, encoding: 'gzip' }));
  note('info, open, identity', await visitor.call('info', { slug }));
  note('result, under the other form', (await visitor.call('result', { slug, form: PLAIN }))[0]);
  const captures = { ekyc_document: 'x', ekyc_liveness: 'y' };
  note('submit, open camera, without answers', await visitor.call('submit', { slug, answers: {} }));
  note(
    'submit, open camera, with one capture',
    await visitor.call('submit', { slug, answers: { ekyc_document: 'x' } }),
  );
  note('submit, open camera, with captures', await visitor.call('submit', { slug, answers: captures }));
  const changed = await visitor.create();
  await visitor.operate('submit', changed);
  note('result, submitted, then changed', await visitor.call('result', { slug: changed }));
  await visitor.operate('change', changed);
  note('result again, changed', await visitor.call('result', { slug: changed }));
};

const submitsTwice: Scene = async (visitor, note) => {
  for (const name of ['one after the other', 'at the same time']) {
    const slug = await visitor.create({ form: PLAIN });
    visitor.mailbox.expect();
    const submit = async (): Promise<number> =>
      (await visitor.call('submit', { slug, form: PLAIN, answers: VALID }))[0];
    const first = submit();
    if (name === 'one after the other') await first;
    const statuses = await Promise.all([first, submit()]);
    await visitor.pass(0);
    note(`submit twice, ${name}`, [statuses.toSorted((one, other) => one - other), visitor.mailbox.types()]);
  }
};

const images = (
  [
    ['document', /[^"]*~document/],
    ['portrait', /[^"]*~portrait/],
    ['frame', /[^"]*~selfie-1-idle/],
  ] as const
).map(([kind, pattern]): Scene => async (visitor, note) => {
  const slug = await visitor.create();
  await visitor.operate('submit', slug);
  const [, , body] = await visitor.call('result', { slug });
  const url = visitor.address(pattern.exec(body)?.[0] ?? '');
  const edited = url.replace(/exp=(\d+)/, (_, exp) => `exp=${Number(exp) + 60}`);
  const show = async (at: string, credential = CREDENTIALS['good']): Promise<number> => {
    const headers = credential === undefined ? {} : { authorization: credential };
    return (await visitor.fetch(at, { headers }))[0];
  };
  note(`image ${kind}, exp edited`, await show(edited));
  note(`image ${kind}, without token`, (await visitor.fetch(url, {}))[0]);
  note(`image ${kind}, other workspace`, await show(url, CREDENTIALS['other workspace']));
  note(`image ${kind}, good`, await show(url));
  note(`image ${kind}, exp edited after a read`, await show(edited));
  await visitor.pass(900_000);
  note(`image ${kind}, expired`, await show(url));
});

export const SCENES_OF_BODIES: readonly Scene[] = [
  createsEach,
  createsTwice,
  createsWithoutCredit,
  ...courses,
  ...prefilled,
  states,
  submitsTwice,
  ...images,
];
