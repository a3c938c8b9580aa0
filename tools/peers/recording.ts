import { type ConformanceRun, runConformance } from '@idvkit/conformance';
import { allVariations, createMock, type Fault } from '@idvkit/mock';

import { operationOf, type OperationId, webhookOf, type WebhookName } from './documents.ts';

type Observation = ConformanceRun['observations'][number];
type Exchange = Extract<Observation, { readonly kind: 'exchange' }>;
type Delivery = Extract<Observation, { readonly kind: 'delivery' }>;

/** A call that the OpenAPI document describes, with the response of the service. */
export interface RecordedCall {
  readonly operation: OperationId;
  readonly url: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON value; the text of a body that is not JSON; `undefined` if the body is empty. */
  readonly body: unknown;
}

/** A delivery to a receiver. */
export interface RecordedDelivery {
  readonly webhook: WebhookName;
  readonly method: string;
  /** Names in lower case, without `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON value, or the text of a body that is not JSON. */
  readonly body: unknown;
}

/** Traffic of the mock that every peer checks. */
export interface Recording {
  readonly run: ConformanceRun;
  readonly calls: readonly RecordedCall[];
  readonly deliveries: readonly RecordedDelivery[];
}

/** What differs between two recordings. */
export interface RecordedTraffic {
  readonly seed: number;
  /** Id of a fault of the mock, or a fault that shows under one condition only. */
  readonly fault?: string | Fault;
  readonly variations?: readonly string[];
}

/** Seed of every recording with a fault. */
export const SEED = 7;

/** Traffic without a fault: the correct mock with three seeds, each variation, and all variations together. */
export const FAULTLESS: readonly RecordedTraffic[] = [
  ...[SEED, 8, 9].map((seed) => ({ seed })),
  ...allVariations.map(({ id }) => ({ seed: SEED, variations: [id] })),
  { seed: SEED, variations: allVariations.map(({ id }) => id) },
];

/** Runs every scenario against the mock and returns what went over the wire, with the checks of the run. */
export async function record({ seed, fault, variations = [] }: RecordedTraffic): Promise<Recording> {
  const mock = createMock({ seed, variations, faults: fault === undefined ? [] : [fault] });
  try {
    const { url: baseUrl } = await mock.listen();
    const run = await runConformance({ baseUrl, seed });
    return {
      run,
      calls: run.observations.flatMap((each) => (each.kind === 'exchange' ? callOf(each) : [])),
      deliveries: run.observations.flatMap((each) => (each.kind === 'delivery' ? deliveryOf(each) : [])),
    };
  } finally {
    await mock.close();
  }
}

function callOf({ request, response }: Exchange): readonly RecordedCall[] {
  const operation = operationOf(request.method, request.url);
  if (operation === undefined || response === undefined) return [];
  const { status, headers, body } = response;
  return [{ operation, url: request.url, status, headers: headersOf(headers), body: bodyOf(body) }];
}

function deliveryOf({ request }: Delivery): readonly RecordedDelivery[] {
  const body = bodyOf(request.body);
  const webhook = webhookOf(body);
  return webhook === undefined ? [] : [{ webhook, method: request.method, headers: headersOf(request.headers), body }];
}

function headersOf(headers: Exchange['request']['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}

function bodyOf({ bytes, json }: Exchange['request']['body']): unknown {
  return bytes.length === 0 ? undefined : (json ?? new TextDecoder().decode(bytes));
}
