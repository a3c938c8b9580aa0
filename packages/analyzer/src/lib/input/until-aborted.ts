/**
 * Passes on a stream until the signal ends it, even while it waits for a terminal, a pipe or a server. Closes the stream.
 *
 * One listener ends the read that is pending. A race of each read with one promise would keep every chunk for as long as that
 * promise lives.
 */
export async function* untilAborted<Item>(stream: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  const items = stream[Symbol.asyncIterator]();
  let end: (() => void) | undefined;
  const abort = (): void => end?.();
  signal.addEventListener('abort', abort);
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<Item, unknown> | undefined>((resolve, reject) => {
        end = () => resolve(undefined);
        items.next().then(resolve, reject);
      });
      end = undefined;
      if (!next || next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    const closed = items.return?.();
    if (signal.aborted) closed?.catch(() => {});
    else await closed;
  }
}
