import { generateSubmission } from '@idvkit/schema/generators';

/** A delivery with values planted in it that are nowhere else. */
export interface CanaryDelivery {
  readonly body: Buffer;
  /** False of one that is sent as a form, which no policy knows anything of. */
  readonly isJson: boolean;
  readonly path: string;
  readonly headers: [string, string][];
  readonly tags: string[];
  /** What must not be found in a scrubbed copy, in any form. */
  readonly canaries: readonly string[];
}

/** Numbers that follow from a seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Makes a valid delivery in which canaries stand wherever a person can: names, numbers, unknown answers, hits, running text,
 * links, encoded texts, digits that stand apart, keys, names and values of headers, and the path.
 */
export function canaryDelivery(seed: number): CanaryDelivery {
  const random = randomOf(seed);
  const canaries: string[] = [];
  const plant = (text: string): string => {
    canaries.push(text);
    return text;
  };
  // Letters that no made-up word is made of, so that nothing is found by chance.
  const drawn = (letters: string, length: number): string =>
    Array.from({ length }, () => letters.charAt(random(letters.length))).join('');
  const latin = (): string => plant(`Qx${drawn('qxc', 3)}${drawn('abcdefghijklmnopqrstuvwxyz', 6)}`);
  const accented = (): string => plant(`Çx${drawn('qxç', 3)}${drawn('abcdefghij', 4)}é`);
  const thai = (): string => plant(`ฬ${drawn('ฆฑฌฎฏฐ', 5)}`);
  const han = (): string => plant(drawn('鑫淼焱垚犇猋骉羴鱻贔', 4));
  const digits = (): string => plant(`9${drawn('0123456789', 12)}`);
  const token = (): string => plant(`${drawn('abcdefghijkmnpqrstuvwxyz23456789', 14)}7k`);

  // Of either case, part by part.
  const uuid = (): string => {
    const parts = [8, 4, 4, 4, 12].map((length) => drawn('abcdef0123456789', length));
    return plant(parts.map((part, at) => ((seed + at) % 2 === 0 ? part : part.toUpperCase())).join('-'));
  };

  const delivery = generateSubmission({ seed, sparse: false, aml: 'found' });
  const [first, last, read] = seed % 3 === 0 ? [thai(), thai(), latin()] : [accented(), latin(), undefined];
  const slug = token();
  const answers: Record<string, object | undefined> = { ...delivery.answers };
  const put = (key: string, value: string | number): void => {
    answers[key] = { ...answers[key], value };
  };
  put('full_name_first_name', first);
  put('full_name_last_name', last);
  put('full_name_en_first_name', (read ?? first).normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase());
  put('full_name_en_last_name', seed % 2 === 0 ? last.toUpperCase() : latin().toUpperCase());
  put('document_number', plant(`AA${drawn('0123456789', 9)}`));
  put('home_address_full', `${digits()} ${latin()} Road, ${thai()} ${han()}`);
  put('employee_reference', `ref ${token()}`);
  put('mother_maiden_name', han());
  put('work_email', `${latin()}.${latin()}@${latin()}.co.th`);
  put('phone', `+66${digits()}`);
  put('account', Number(digits()));
  const spelled = (between: string): string => plant(Array.from(drawn('0123456789', 13)).join(between));
  put(
    'website',
    `https://${latin()}.com/${latin()}/${encodeURIComponent(thai())}?user=${latin()}#${latin().toLowerCase()}`,
  );
  put(
    'links',
    `ftp://${latin()}@files.${latin()}.com www.${latin().toLowerCase()}.com mailto:${latin()}@${latin()}.org`,
  );
  put(
    'mobile',
    `${plant(`08${drawn('123456789', 1)}-${drawn('123456789', 3)}-${drawn('123456789', 4)}`)} or +66${digits()}`,
  );
  put('spelled', `${spelled('.')} ${spelled(', ')} ${spelled(' ')}`);
  put('encoded', `name=${encodeURIComponent(accented())}&id=${encodeURIComponent(thai())}`);
  put('references', Array.from(latin(), (char) => `&#${char.charCodeAt(0)};`).join(''));
  // A time that stays where it is the service's.
  put('appointment', delivery.event.created_at);
  const full = `${first} ${last}`;
  const text = [
    `${full.toUpperCase()} was seen with ${latin()} (${accented().normalize('NFD')}) on 2019-05-04.`,
    `นาย${first}${last} ${thai()} ${han()}，${full.toLowerCase()}`,
    `https://news.${latin()}.com/${encodeURIComponent(full)}/${latin().toLowerCase()}?who=${encodeURIComponent(accented())}#${latin()}`,
    Buffer.from(`about ${latin()} and ${full}`).toString('base64'),
    Buffer.from(latin()).toString('hex'),
    `${slug} ${digits()} ${latin()}_${latin()}`,
  ];
  for (const runs of Object.values(delivery.extra.identity_aml ?? {})) {
    for (const run of runs) {
      run.input.first_name = first;
      run.input.last_name = last;
    }
    const [run] = runs;
    const [entry] = Object.values(run?.output ?? {})[0] as { output: { content: { data: { hits: unknown[] } } } }[];
    entry?.output.content.data.hits.push({
      doc: {
        id: token(),
        name: latin(),
        aka: [latin(), thai(), han(), accented()],
        types: ['pep', latin()],
        fields: [{ name: 'Place of Birth', value: latin(), source: latin() }],
        media: text.map((snippet) => ({ snippet, title: latin(), date: '2019-05-04T00:00:00Z' })),
        [`${latin()} ${thai()}`]: { [latin().toLowerCase().concat(' key')]: 1 },
        [latin().toLowerCase()]: { [`name_${latin().toLowerCase()}`]: [uuid()] },
      },
      match_types: ['name_exact', latin()],
      status: latin(),
      score: 1.5,
    });
  }
  const original = delivery.application.slug;
  const document = {
    ...delivery,
    application: {
      ...delivery.application,
      // Forms are named by the client, not after an applicant. A copy with a form that is named like one is refused.
      form: 'kyc-camera',
      slug,
      other_status: { ...delivery.application.other_status, reviewer: latin() },
    },
    answers,
    extra: {
      ...delivery.extra,
      bank_statement: { holder: latin(), number: digits(), lines: [{ to: han(), cents: Number(digits()) }] },
    },
  };
  let json = JSON.stringify(document, null, seed % 4 === 0 ? 2 : 0);
  json = json.replaceAll(`/api/ekyc/${original}/`, `/api/ekyc/${slug}/`);
  if (seed % 5 === 0)
    json = json.replaceAll(
      /[^\0-\u007F]/g,
      (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  const isJson = seed % 50 !== 0;
  if (!isJson) json = `name=${encodeURIComponent(full)}&about=${encodeURIComponent(json)}`;
  return {
    body: Buffer.from(json),
    isJson,
    path: `/hook/${latin().toLowerCase()}/${slug}/${encodeURIComponent(accented())}?${latin()}&name=${encodeURIComponent(accented())}&id=${digits()}`,
    headers: [
      ['Content-Type', `application/json; name="${latin()}.json"`],
      ['User-Agent', `curl/8.5.0 (${latin().toLowerCase()}; ${latin().toUpperCase()})`],
      ['HOST', `${latin()}.example.com`],
      ['accept-language', `th, ${latin().toUpperCase()};q=0.5`],
      ['Via', `1.1 ${latin()}-laptop`],
      ['Date', latin()],
      [`X-${latin()}-${latin().toUpperCase()}`, '1'],
      [latin().toLowerCase(), Buffer.from(thai()).toString('latin1')],
      ['Content-Length', String(Buffer.byteLength(json))],
      ['X-Applicant', latin()],
      ['X-Correlation', slug],
    ],
    tags: ['regression test', latin()],
    canaries,
  };
}

/** Finds canaries in bytes in a way of its own: every decoding of the bytes, without case. */
export function canariesIn(bytes: Buffer, canaries: readonly string[]): string[] {
  const raw = bytes.toString('utf8');
  const views = [
    raw,
    raw.replaceAll(/\\u([\da-f]{4})/gi, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16))),
  ];
  views.push(
    raw.replaceAll(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8')),
  );
  views.push(raw.replaceAll(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point))));
  for (const [run] of raw.matchAll(/[\u0080-\u00FF]+/g)) views.push(Buffer.from(run, 'latin1').toString('utf8'));
  for (const [run] of raw.matchAll(/[A-Za-z\d+/_-]{8,}/g)) {
    for (const offset of [0, 1, 2, 3]) views.push(Buffer.from(run.slice(offset), 'base64').toString('utf8'));
  }
  for (const [run] of raw.matchAll(/(?:[\da-f]{2}){4,}/gi)) views.push(Buffer.from(run, 'hex').toString('utf8'));
  const all = folded(views.join('\n'));
  return canaries.filter((canary) => all.includes(folded(canary)));
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
