import type { SubmitOptions } from '@idvkit/mock';
import { PLATFORM_LOCALES } from '@idvkit/schema';
import fc from 'fast-check';

import type { FuzzBody, FuzzStep } from './fuzz-step.ts';

export interface FuzzReach {
  readonly plain: boolean;
  readonly arrange: readonly Extract<FuzzStep, { kind: 'arrange' }>['action'][];
  readonly receiver: boolean;
  readonly time: boolean;
}

/** Answers under keys that no form has, with values of every scalar kind and script. */
const undeclaredAnswers = fc.dictionary(
  fc.stringMatching(/^zz_[a-z0-9_]{1,20}$/),
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
  ),
  { minKeys: 1, maxKeys: 4, noNullPrototype: true },
);

const body: fc.Arbitrary<FuzzBody> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<FuzzBody>({ kind: 'inputs' }) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom<FuzzBody['kind']>('absent', 'empty', 'empty-object', 'not-json', 'bad-format')
      .map((kind) => ({ kind }) as FuzzBody),
  },
  { weight: 3, arbitrary: undeclaredAnswers.map((answers): FuzzBody => ({ kind: 'undeclared', answers })) },
  {
    weight: 1,
    arbitrary: fc
      .oneof(
        fc.jsonValue({ maxDepth: 3 }),
        fc.jsonValue({ maxDepth: 2 }).map((answers) => ({ answers })),
      )
      .map((json): FuzzBody => ({ kind: 'anything', json })),
  },
);

const spelling = fc.constantFrom('plain', 'plain', 'spaced', 'escaped');
const lang = fc.oneof(
  { weight: 6, arbitrary: fc.constant('en') },
  { weight: 2, arbitrary: fc.constantFrom(...PLATFORM_LOCALES) },
  { weight: 1, arbitrary: fc.constantFrom('xx', 'zz-ZZ') },
);
const credential = fc.oneof(
  { weight: 6, arbitrary: fc.constant('valid') },
  { weight: 2, arbitrary: fc.constantFrom('absent', 'invalid', 'other-scheme') },
);
/** Mostly the first applications, so that several steps meet on one. */
const of = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat({ max: 3 }) });
const subject = fc.oneof({ weight: 8, arbitrary: of }, { weight: 1, arbitrary: fc.constant('unknown') });

const outcome: fc.Arbitrary<SubmitOptions> = fc.record(
  {
    document: fc.constantFrom('front_card', 'passport'),
    documentScan: fc.constantFrom('success', 'fail'),
    liveness: fc.constantFrom('success', 'fail'),
    retries: fc.nat({ max: 3 }),
    score: fc.oneof(fc.constantFrom(0, 60, 61, 69, 70, 100), fc.nat({ max: 60 }), fc.integer({ min: 70, max: 100 })),
    aml: fc.constantFrom('none', 'pep', 'sanctions'),
  },
  { requiredKeys: [] },
);

/** Statuses of a receiver: some that are retried, then a final one. */
const answers = fc
  .tuple(fc.array(fc.constantFrom(500, 502, 503), { maxLength: 4 }), fc.constantFrom(400, 401, 404, 422, 429, 200, 503))
  .map(([retried, last]) => [...retried, last]);

export function arbitraryStep({ plain, arrange, receiver, time }: FuzzReach): fc.Arbitrary<FuzzStep> {
  const form = plain
    ? fc.constantFrom('camera', 'camera', 'plain', 'unknown')
    : fc.constantFrom('camera', 'camera', 'camera', 'unknown');
  const endpoint = fc.constantFrom('result', 'result', 'info', 'submit', 'resend');
  const steps: fc.WeightedArbitrary<FuzzStep>[] = [
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('create'), form, body, spelling, lang, credential }),
    },
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant('call'), endpoint, of: subject, lang, credential, body, spelling }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('wrong-method'),
        endpoint: fc.constantFrom('submit', 'resend'),
        of: subject,
      }),
    },
  ];
  for (const action of arrange) steps.push(arrangement(action, receiver));
  if (receiver) {
    steps.push({
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('receiver'), of, answers }),
    });
  }
  if (time) {
    steps.push({
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(1_000, 5_000, 60_000, 960_000) }),
    });
  }
  return fc.oneof(...steps);
}

function arrangement(action: FuzzReach['arrange'][number], receiver: boolean): fc.WeightedArbitrary<FuzzStep> {
  const kind = fc.constant('arrange');
  if (action !== 'submit') return { weight: 1, arbitrary: fc.record({ kind, action: fc.constant(action), of }) };
  const submission = { kind, action: fc.constant(action), of, outcome, ...(receiver && { answers }) };
  return { weight: 5, arbitrary: fc.record(submission, { requiredKeys: ['kind', 'action', 'of', 'outcome'] }) };
}

export function arbitrarySequence(reach: FuzzReach, maxSteps: number): fc.Arbitrary<readonly FuzzStep[]> {
  const first: fc.Arbitrary<FuzzStep> = fc.record({
    kind: fc.constant('create'),
    form: reach.plain ? fc.constantFrom('camera', 'camera', 'plain') : fc.constant('camera'),
    body,
    spelling,
    lang: fc.constant('en'),
    credential: fc.constant('valid'),
  });
  return fc
    .tuple(first, fc.array(arbitraryStep(reach), { maxLength: maxSteps - 1 }))
    .map(([begin, rest]) => [begin, ...rest]);
}
