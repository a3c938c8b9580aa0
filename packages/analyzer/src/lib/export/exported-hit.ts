/** Location of a hit. */
export interface HitLocation {
  /** Name of the input, as the command shows it. */
  readonly source: string;
  /** Number of the document in its input, 0-based. */
  readonly document: number;
  /** Key of the submission that the hit is of, if the payload has it before its hits. */
  readonly submission?: string | undefined;
  readonly provider: string;
  readonly run: number;
  readonly entry: number;
  /** Member of the search record that has the hit. */
  readonly list: 'hits' | 'blacklist_hits';
  /** Number of the hit among all of the document, 0-based. */
  readonly number: number;
  /** Number of the hit in its list, 0-based. */
  readonly index: number;
  /** Bytes from the start of the input, unpacked, to the hit. */
  readonly offset: number;
  /** Bytes of its JSON text. */
  readonly bytes: number;
}

/** A hit that a scan has read. */
export interface ExportedHit extends HitLocation {
  /** Text at the label's path of the profile: personal. */
  readonly label: string | undefined;
  /** Number that equal ids share, `NaN` if it has none. */
  readonly identity: number;
  /** Returns its JSON text in parts, which are only lent: their memory is used again. */
  readonly parts: () => Iterable<Uint8Array>;
}

/** Takes hits one after the other and keeps a bounded number of them. */
export interface HitSink {
  add(hit: ExportedHit): void;
  /** Completes the file after the last hit. */
  commit(): void;
  /** Removes what was written. */
  discard(): void;
}

/** Copies a hit into memory. */
export function readHit({ parts }: Pick<ExportedHit, 'parts'>): Buffer {
  return Buffer.concat([...parts()].map((part) => part.slice()));
}
