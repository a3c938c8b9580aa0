export * from './lib/client/call-errors.ts';
export type {
  ApplicationCallOptions,
  CallOptions,
  Client,
  ClientClock,
  ClientOptions,
  Retry,
  ServiceImage,
} from './lib/client/client.ts';
export type { CreateResponse, InfoResponse, ResultResponse } from './lib/consumer/types.ts';
export type { ReadingIssue } from './lib/reading/read-as.ts';
export { createClient } from './lib/client/create-client.ts';
