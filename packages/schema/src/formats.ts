export * from './lib/formats/conformance-report.ts';
