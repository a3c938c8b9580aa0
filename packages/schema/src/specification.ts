export * from './lib/specification/sentences.ts';
