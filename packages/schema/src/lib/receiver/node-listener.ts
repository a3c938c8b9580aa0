import type { WebhookHandler } from './webhook-handler.ts';

/** A request of `node:http`, and of frameworks on top of it. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly readableEnded: boolean;
}

/** A response of `node:http`. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(text: string): unknown;
}

/**
 * Makes a listener for `node:http` and Express of a webhook handler. Mount it before body parsers: a parsed body cannot be read again, and
 * the listener answers 500 and says so.
 *
 * @example
 * createServer(toNodeListener(handler)).listen(3000)
 * app.post('/hook', toNodeListener(handler)) // Express, above app.use(express.json())
 */
export function toNodeListener(handler: WebhookHandler): (request: NodeRequest, response: NodeResponse) => void {
  return (request, response) => {
    void respond(handler, request, response);
  };
}

const READ_BEFORE = 'Mount the webhook handler before body parsers: the body was read already.';
/** Stands for the address of the receiver, which the handler does not read. */
const ADDRESS = 'http://receiver.invalid/';

async function respond(handler: WebhookHandler, request: NodeRequest, response: NodeResponse): Promise<void> {
  const answer = await handler(toRequest(request)).catch(() => {
    // A parser read the body, or the connection broke before it was complete. No one reads the answer then.
    return new Response(request.readableEnded ? READ_BEFORE : null, { status: 500 });
  });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}

function toRequest(request: NodeRequest): Request {
  // The handler refuses everything but POST, and `Request` takes no TRACE.
  if (request.method !== 'POST') return new Request(ADDRESS);
  return new Request(ADDRESS, {
    method: 'POST',
    headers: { authorization: String(request.headers['authorization'] ?? '') },
    // The handler checks the secret before it reads the body.
    body: ReadableStream.from(request.readableEnded ? readBefore() : request),
    duplex: 'half',
  });
}

// oxlint-disable-next-line require-yield -- it has no part to give
async function* readBefore(): AsyncGenerator<Uint8Array> {
  throw new Error(READ_BEFORE);
}
