export * from './lib/receiver/bearer.ts';
