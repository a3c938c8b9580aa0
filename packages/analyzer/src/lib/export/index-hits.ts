import { createHash, hash, randomBytes } from 'node:crypto';

import type { HitIndexEntry, HitIndexHeader, HitProfile } from '@idvkit/schema/formats';

import { IDENTITY_VERSION } from '../scan/hits-statistics.ts';
import type { ExportedHit, HitSink } from './exported-hit.ts';
import { OutputFile } from './output-file.ts';

/** Bytes that the first line has room for, the label's path apart. */
const HEADER_BYTES = 1024;
/** Bytes of what is kept of a hit: offset, size, fingerprints of label, id and content, 8 each. */
export const RECORD_BYTES = 40;

const encoder = new TextEncoder();

export type IndexedSource = HitIndexHeader['source'];

/**
 * Writes where every hit of an input starts and how long it is, as records of one length, so that any of them is found without
 * reading the others.
 *
 * @see docs/formats.md, "Hit index"
 */
export class IndexHits implements HitSink {
  readonly #file: OutputFile;
  readonly #label: string;
  readonly #id: string | undefined;
  readonly #headerBytes: number;
  readonly #salt = randomBytes(16).toString('hex');
  readonly #record = Buffer.alloc(RECORD_BYTES);
  readonly #entries: HitIndexEntry[] = [];
  #hits = 0;
  readonly #source: IndexedSource;

  /** @param options.label Path within a hit to its label, as the profile has it; `id` likewise. */
  constructor(
    path: string,
    { label, id, source }: Pick<HitProfile, 'label' | 'id'> & { readonly source: IndexedSource },
  ) {
    this.#label = label;
    this.#id = id;
    this.#source = source;
    this.#headerBytes = HEADER_BYTES + encoder.encode(JSON.stringify([label, id])).length;
    this.#file = new OutputFile(path);
    this.#file.write(Buffer.alloc(this.#headerBytes, ' '));
  }

  add({ document, provider, run, entry, offset, bytes, label, identity, parts }: ExportedHit): void {
    const last = this.#entries.at(-1);
    if (last?.document === document && last.provider === provider && last.run === run && last.entry === entry)
      last.hits += 1;
    else this.#entries.push({ document, provider, run, entry, first: this.#hits, hits: 1 });
    this.#hits += 1;
    this.#record.writeBigUInt64LE(BigInt(offset), 0);
    this.#record.writeBigUInt64LE(BigInt(bytes), 8);
    if (label === undefined) this.#record.fill(0, 16);
    else this.#record.set(fingerprintOf(label, this.#salt), 16);
    this.#record.writeDoubleLE(identity, 24);
    this.#record.writeBigUInt64LE(contentOf(parts()), 32);
    this.#file.write(this.#record);
  }

  commit(): void {
    const header: HitIndexHeader = {
      format: 'idvkit.hit-index',
      version: 1,
      source: this.#source,
      hits: this.#hits,
      headerBytes: this.#headerBytes,
      recordBytes: RECORD_BYTES,
      label: this.#label,
      ...(this.#id !== undefined && { id: this.#id }),
      identityVersion: IDENTITY_VERSION,
      salt: this.#salt,
    };
    for (const entry of this.#entries) this.#file.write(encoder.encode(`${JSON.stringify(entry)}\n`));
    const padded = Buffer.alloc(this.#headerBytes, ' ');
    padded.write(JSON.stringify(header));
    padded.write('\n', this.#headerBytes - 1);
    this.#file.overwriteStart(padded);
    this.#file.commit();
  }

  discard(): void {
    this.#file.discard();
  }
}

/** Returns the fingerprint of a hit's JSON text: the first 8 bytes of its SHA-256. */
export function contentOf(parts: Iterable<Uint8Array>): bigint {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest().readBigUInt64LE(0);
}

/** Returns the fingerprint of a label: the first 8 bytes of the SHA-256 of salt and label; never all zero. */
export function fingerprintOf(label: string, salt: string): Uint8Array {
  const bytes = hash('sha256', salt + label, 'buffer').subarray(0, 8);
  if (bytes.every((byte) => byte === 0)) bytes[0] = 1;
  return bytes;
}
