export * from './lib/client/call-errors.ts';
export type {
  ApplicationCallOptions,
  CallOptions,
  Client,
  ClientClock,
  ClientOptions,
  Retry,
} from './lib/client/client.ts';
export { createClient } from './lib/client/create-client.ts';
