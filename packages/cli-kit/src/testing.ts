export { createTestIo, type TestIo, type TestIoOptions } from './lib/test-io.ts';
