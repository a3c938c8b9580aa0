/**
 * Passes a stream on until the signal ends it, even while it waits for something to come: a terminal, a pipe, a server.
 * What the stream holds open is let go of.
 */
export async function* untilAborted<Item>(stream: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  const items = stream[Symbol.asyncIterator]();
  const { promise: aborted, resolve } = Promise.withResolvers<'aborted'>();
  const abort = (): void => resolve('aborted');
  signal.addEventListener('abort', abort);
  try {
    while (!signal.aborted) {
      const pending = items.next();
      const next = await Promise.race([pending, aborted]);
      if (next === 'aborted') {
        // What comes of it now, a failure included, is nobody's.
        pending.catch(() => {});
        return;
      }
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    const closed = items.return?.();
    if (signal.aborted) closed?.catch(() => {});
    else await closed;
  }
}
