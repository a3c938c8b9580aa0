export { runBin } from './lib/run-bin.ts';
