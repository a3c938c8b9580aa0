export * from './lib/consumer/answers.ts';
export * from './lib/consumer/application.ts';
export * from './lib/consumer/deliveries.ts';
export * from './lib/consumer/ekyc.ts';
export * from './lib/consumer/event-guards.ts';
export * from './lib/consumer/errors.ts';
export * from './lib/consumer/identity-aml.ts';
export * from './lib/consumer/responses.ts';
