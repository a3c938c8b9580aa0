import { generateSubmission } from '@idvkit/schema/generators';

const SYLLABLES =
  'an ber chai dor el fa gor han ivo jun kim lo ma nu ost per qua rin sta tor ul ven wa xi yor zen'.split(' ');
const SCRIPTS = ['สมชายใจดี', 'Дмитрий Соколов', '王小明', 'محمد علي', 'Lucía Peña', 'Jürgen Müller'];

/** Numbers that follow from a seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * A submission whose screening has about so many bytes of hits: aliases in several scripts, articles with links, dates, amounts and
 * typographic quotes, sources, identifiers. Words are drawn from 20,000, the first ones far more often, as in any language.
 */
export function* largeScreening(bytes: number, seed = 1): Generator<string> {
  const random = randomOf(seed);
  const words = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 1 + random(3) }, () => SYLLABLES[random(SYLLABLES.length)]).join(''),
  );
  const word = (): string => words[Math.floor((random(1e6) / 1e6) ** 4 * words.length)] ?? '';
  const capital = (): string => word().replace(/^./, (letter) => letter.toUpperCase());
  const name = (): string => (random(6) === 0 ? (SCRIPTS[random(SCRIPTS.length)] ?? '') : `${capital()} ${capital()}`);
  const date = (): string =>
    `${1990 + random(35)}-${String(1 + random(12)).padStart(2, '0')}-${String(10 + random(18))}`;
  const sentence = (): string => {
    const parts = Array.from({ length: 8 + random(20) }, word);
    if (random(4) === 0) parts.push(`on ${date()}`);
    if (random(4) === 0) parts.push(`${random(900_000)} THB`);
    if (random(5) === 0) parts.push(`“${name()}”`);
    return `${capital()} ${parts.join(' ')}.`;
  };
  const hit = (): unknown => ({
    doc: {
      id: random(1e9).toString(16).toUpperCase().padStart(14, 'Q'),
      name: name(),
      entity_type: 'person',
      aka: Array.from({ length: random(12) }, () => ({ name: name() })),
      fields: Array.from({ length: random(6) }, () => ({
        name: 'Place of birth',
        value: capital(),
        source: `${word()}-${word()}-list`,
      })),
      types: ['pep', 'adverse-media', 'sanction'].slice(random(3)),
      media: Array.from({ length: 1 + random(8) }, () => ({
        date: `${date()}T00:00:00Z`,
        title: sentence(),
        snippet: `${sentence()} ${sentence()}`,
        url: `https://www.${word()}${word()}.com/${1990 + random(35)}/${word()}-${word()}-${word()}/${random(1e7)}`,
      })),
    },
    match_types: ['name_exact', 'aka_exact'],
    score: random(500) / 100,
    is_whitelisted: false,
  });
  const submission = generateSubmission({ seed, sparse: false, aml: 'found' });
  const marked = JSON.stringify(submission, (key, value: unknown) => (key === 'hits' ? '@hits@' : value));
  const [before = '', ...after] = marked.split('"@hits@"');
  yield `${before}[`;
  let written = 0;
  while (written < bytes) {
    const text = JSON.stringify(hit());
    yield written === 0 ? text : `,${text}`;
    written += text.length + 1;
  }
  yield `]${after.join('[]')}`;
}
