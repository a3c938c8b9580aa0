import fc from 'fast-check';

import { AML_FLAG_NAMES, AML_LISTS, type AmlList } from '../aml/aml-lists.ts';
import type { AmlEntry, AmlRun, IdentityAml } from '../aml/identity-aml.ts';
import type { Person } from './person.ts';
import { stamp, type Subject } from './subject.ts';

/** Result of a screening: nothing, or a person in at least one list. */
export type Screening = 'none' | 'found';

const providers = fc.constantFrom('screening_provider', 'acme-screen', 'ofac.v2');

/** The shape of a hit is not shown, so this is any plausible one. */
const hits = fc.record(
  {
    doc: fc.record(
      { id: fc.stringMatching(/^[A-Z\d]{8}$/), aka: fc.array(fc.string(), { maxLength: 2 }) },
      { noNullPrototype: true },
    ),
    score: fc.double({ min: 0, max: 5, noNaN: true }).map((score) => Math.abs(score)),
    match_types: fc.subarray(['name_exact', 'aka_exact', 'year_of_birth']),
  },
  { noNullPrototype: true },
);

/** Screenings of a person by one or two providers. Where someone is found, one of the entries of each run says so. */
export function identityAmlsOf(subject: Subject, person: Person, screening: Screening): fc.Arbitrary<IdentityAml> {
  return fc
    .uniqueArray(providers, { minLength: 1, maxLength: 2 })
    .chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          fc
            .array(runsOf({ subject, person, screening, provider: name }), { minLength: 1, maxLength: 2 })
            .map((runs) => [name, runs] as const),
        ),
      ),
    )
    .map((entries) => Object.fromEntries(entries));
}

function runsOf({
  subject,
  person,
  screening,
  provider,
}: {
  readonly subject: Subject;
  readonly person: Person;
  readonly screening: Screening;
  readonly provider: string;
}): fc.Arbitrary<AmlRun> {
  const nothing = entriesOf(subject, person, 'none');
  const entries =
    screening === 'none'
      ? fc.array(nothing, { minLength: 1, maxLength: 2 })
      : fc
          .tuple(entriesOf(subject, person, 'found'), fc.array(nothing, { maxLength: 2 }))
          .map(([found, others]) => [found, ...others]);
  return entries.map((all) => {
    const result = aggregated(all.map((entry) => entry.result));
    return {
      input: inputOf(person),
      output: { [provider]: all },
      result,
      timestamp: stamp(subject, subject.submittedAtMs),
      values_list: AML_FLAG_NAMES.filter((name) => result[name]),
    };
  });
}

function entriesOf(subject: Subject, person: Person, screening: Screening): fc.Arbitrary<AmlEntry> {
  const found = screening === 'found';
  return fc
    .record({
      lists: found ? fc.subarray([...AML_LISTS], { minLength: 1 }) : fc.constant<AmlList[]>([]),
      hits: found ? fc.array(hits, { minLength: 1, maxLength: 3 }) : fc.constant<unknown[]>([]),
      id: fc.integer({ min: 1, max: 1_000_000_000 }),
    })
    .map(({ lists, hits: all, id }) => ({
      input: inputOf(person),
      output: {
        code: 200,
        status: 'success',
        content: {
          data: {
            id,
            ref: `ref-${id}`,
            hits: all,
            tags: [],
            labels: [],
            limit: 100,
            offset: 0,
            created_at: stamp(subject, subject.submittedAtMs),
            search_term: `${person.first} ${person.last}`,
            match_status: found ? 'potential_match' : 'no_match',
            total_hits: all.length,
          },
        },
      },
      result: {
        is_found: found,
        is_in_pep: lists.includes('pep'),
        is_in_warnings: lists.includes('warnings'),
        is_in_sanctions: lists.includes('sanctions'),
        is_in_adverse_media: lists.includes('adverse_media'),
        is_in_fitness_probity: lists.includes('fitness_probity'),
        total_hits: all.length,
      },
    }));
}

function aggregated(results: readonly AmlEntry['result'][]): AmlRun['result'] {
  const flags = (['found', ...AML_LISTS.map((list) => `in_${list}` as const)] as const).flatMap((flag) => {
    const values = results.map((result) => result[`is_${flag}`]);
    return [
      [`is_all_${flag}`, values.every(Boolean)],
      [`is_any_${flag}`, values.some(Boolean)],
    ];
  });
  return Object.fromEntries(flags) as AmlRun['result']; // The keys are those of its schema.
}

function inputOf({ first, last, dateOfBirth }: Person): AmlRun['input'] {
  return { first_name: first, last_name: last, date_of_birth: dateOfBirth };
}
