import { expect, it } from 'vitest';

import { compileScanner } from '../../../../scripts/compile-scanner.ts';
import { SCANNER_BINARY } from './scanner-binary.ts';

it('the compiled scanner is that of the sources in assembly/ (else run pnpm --filter @idvkit/analyzer run scanner)', async () => {
  expect((await compileScanner()).includes(`'${SCANNER_BINARY}'`)).toBe(true);
});
