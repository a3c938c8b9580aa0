export { createTestIo, type TestIo, type TestIoOptions } from './lib/test-io.ts';
export { commandLine } from './lib/command-line.ts';
