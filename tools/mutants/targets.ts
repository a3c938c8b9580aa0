import { globSync } from 'node:fs';

/** Sources of one kind, and the tests that must notice a change of them. Paths are below the root of the repository. */
export interface MutantTarget {
  readonly name: string;
  readonly sources: readonly string[];
  /** Those that reach a mutant run until one fails. */
  readonly tests: readonly string[];
}

const payloads = 'packages/conformance/test/judges-payload/';
const exchanges = 'packages/conformance/test/judges-exchange/';

const judges = [
  `${payloads}{payload-rules,events,images,answers-sequence,application-sequence}.test.ts`,
  `${exchanges}{narrow,odd-answers,tolerance,unearned,good-run,broken}.test.ts`,
  `${payloads}mutants-of-a-run.test.ts`,
  `${payloads}generated-bodies.test.ts`,
  `${exchanges}total.test.ts`,
  'packages/conformance/test/judges-changed/*.test.ts',
  'packages/conformance/test/receiver-audit/judges.test.ts',
];

/** What decides whether a service, a receiver or a payload is correct. */
export const TARGETS: readonly MutantTarget[] = [
  target(
    'checks',
    ['packages/schema/src/lib/{rules,check}/*.ts'],
    [
      ...judges.slice(0, 2),
      'packages/schema/src/lib/**/*.test.ts',
      ...judges.slice(2, 4),
      'packages/schema/test/{catalogue,json-schema,near-valid}.test.ts',
      'packages/conformance/test/judges-changed/changed-bodies.test.ts',
      'packages/conformance/src/lib/recorded/undecidable.test.ts',
    ],
  ),
  target(
    'expectations',
    ['packages/conformance/src/lib/judge/{expectation,rule}/*.ts'],
    [
      'packages/conformance/src/lib/judge/{expectation,rule}/*.test.ts',
      ...judges,
      'packages/conformance/test/run/coverage-levels.test.ts',
    ],
  ),
  target('judges', ['packages/conformance/src/lib/judge/rules/*.ts'], judges),
  target(
    'delivery',
    ['packages/delivery/src/lib/*.ts'],
    ['packages/delivery/src/lib/*.test.ts', 'packages/delivery/test/*.test.ts'],
  ),
  target('splice', ['packages/json/src/lib/splice/*.ts'], ['packages/json/src/lib/**/*.test.ts']),
  target(
    'scanner handlers',
    ['packages/analyzer/src/lib/{scan,collect}/*.ts'],
    [
      'packages/analyzer/src/lib/{scan,collect}/*.test.ts',
      'packages/analyzer/test/{bounds,hits-since,hits-collector,plain-documents,recomputed,shape,summary}.test.ts',
      'packages/analyzer/test/scan/compared-scans.test.ts',
    ],
  ),
];

function target(name: string, sources: readonly string[], tests: readonly string[]): MutantTarget {
  return { name, sources: filesOf(sources).filter((path) => !path.endsWith('.test.ts')), tests: filesOf(tests) };
}

function filesOf(globs: readonly string[]): readonly string[] {
  return [...new Set(globs.flatMap((glob) => globSync(glob, { cwd: new URL('../../', import.meta.url) }).toSorted()))];
}
