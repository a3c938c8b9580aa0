export * from './lib/config/config.ts';
