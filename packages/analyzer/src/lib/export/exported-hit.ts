/** Where a hit is. */
export interface HitLocation {
  /** The input, as the command calls it. */
  readonly source: string;
  /** Which document of the input, 0-based. */
  readonly document: number;
  readonly provider: string;
  readonly run: number;
  readonly entry: number;
  /** Place among the hits of the entry, 0-based. */
  readonly index: number;
  /** Bytes from the start of the input, unpacked, to the hit. */
  readonly offset: number;
  /** Bytes of its JSON text. */
  readonly bytes: number;
  /** Text that tells it from others, as the profile says: personal. */
  readonly label?: string | undefined;
}

/** A hit that went by. */
export interface ExportedHit extends HitLocation {
  /** Its JSON text, bit by bit. The bytes are only lent: their memory is used again. */
  readonly parts: () => Iterable<Uint8Array>;
}

/** Takes hits one after the other and keeps a bounded number of them. */
export interface HitSink {
  add(hit: ExportedHit): void;
  /** All hits were seen: makes the file. */
  commit(): void;
  /** Leaves no file behind. */
  discard(): void;
}
