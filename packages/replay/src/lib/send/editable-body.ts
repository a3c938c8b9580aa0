import { contentCodings, knownCodings, pack, packWhole, unpack, type ContentCoding } from '@idvkit/archive';
import type { DeliveryBody } from '@idvkit/delivery';
import { growthOf, replaceSpans, replaceSpansIn, type SpanEdit } from '@idvkit/json';
import type { Captured } from '@idvkit/schema/formats';

export interface EditedBody {
  readonly body: DeliveryBody;
  readonly bytes: number | undefined;
}

export interface EditableBody {
  /** Its `Content-Encoding`, which edits undo and apply again. */
  readonly packing?: string;
  content(): AsyncIterable<Uint8Array>;
  /** @param receivedBytes Length of what was received. */
  edit(edits: readonly SpanEdit[], receivedBytes: number): EditedBody;
}

export function editableBody(captured: Captured, body: () => AsyncIterable<Uint8Array>): EditableBody | string {
  const names = contentCodings(captured);
  if (names.length === 0) return new PlainBody(body);
  const codings = knownCodings(captured);
  const packing = names.join(', ');
  if (codings.length === names.length) return new PackedBody(body, packing, codings);
  return `its body travelled as ${packing}, which cannot be unpacked: send it without --fresh and --set`;
}

/** A body that travelled as it is. */
export class PlainBody implements EditableBody {
  readonly content: () => AsyncIterable<Uint8Array>;

  constructor(body: () => AsyncIterable<Uint8Array>) {
    this.content = body;
  }

  edit(edits: readonly SpanEdit[], receivedBytes: number): EditedBody {
    const body = this.content();
    if (edits.length === 0) return { body, bytes: receivedBytes };
    return { body: replaceSpans(body, edits), bytes: receivedBytes + growthOf(edits) };
  }
}

/** Contents up to this size are held and packed as a whole, so that their length is known. */
const HELD_BYTES = 256 * 1_024;

/** A body that travelled compressed. Its edits are places in what it unpacks to. */
class PackedBody implements EditableBody {
  readonly packing: string;
  readonly #body: () => AsyncIterable<Uint8Array>;
  readonly #codings: readonly ContentCoding[];
  #held: Uint8Array | undefined;

  constructor(body: () => AsyncIterable<Uint8Array>, packing: string, codings: readonly ContentCoding[]) {
    this.packing = packing;
    this.#body = body;
    this.#codings = codings;
  }

  async *content(): AsyncGenerator<Uint8Array, void, undefined> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of unpack(this.#body(), this.#codings)) {
      bytes += part.length;
      if (bytes <= HELD_BYTES) parts.push(part);
      else parts.length = 0;
      yield part;
    }
    if (bytes <= HELD_BYTES) this.#held = Buffer.concat(parts);
  }

  edit(edits: readonly SpanEdit[], receivedBytes: number): EditedBody {
    if (edits.length === 0) return { body: this.#body(), bytes: receivedBytes };
    if (this.#held === undefined) {
      return { body: pack(replaceSpans(this.content(), edits), this.#codings), bytes: undefined };
    }
    const body = packWhole(replaceSpansIn(this.#held, edits), this.#codings);
    return { body, bytes: body.length };
  }
}
