/** An array too large to be held: its JSON text, brackets included, comes in chunks each time it is asked for. */
export class JsonStream {
  readonly chunks: () => Iterable<string>;

  constructor(chunks: () => Iterable<string>) {
    this.chunks = chunks;
  }
}
