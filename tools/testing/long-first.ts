import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take the longest, in any order. At the end of a run, the other workers would wait for them. */
export const LONG = [
  'packages/conformance/test/independent-service.test.ts',
  'packages/conformance/test/proof/fault-rules.test.ts',
  'packages/conformance/test/proof/whole-runs.test.ts',
  'tools/documents/ci-examples.test.ts',
  'tools/documents/documented-blocks.test.ts',
  'tools/packages/tarballs.test.ts',
  'packages/conformance/test/independent-service-cli.test.ts',
  'packages/conformance/test/compare/compare.proof.test.ts',
];

/** Starts long files first. Vitest knows their durations only from an earlier run. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((path) => moduleId.endsWith(`/${path}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
