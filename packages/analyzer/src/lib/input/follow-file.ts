import { watch } from 'node:fs';
import { open } from 'node:fs/promises';

import { systemErrorState } from '@idvkit/cli-kit';

import { inputUnreadable } from './input-error.ts';

const CHUNK_BYTES = 256 * 1024;
/** Milliseconds after which a file is looked at again where nothing told of a change: network folders tell of none. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Reads a file and what is appended to it afterwards, until the signal ends it.
 *
 * @throws {CliError} `input-unreadable` if it cannot be read, or gets shorter than what was read of it.
 */
export async function* followFile(
  path: string,
  name: string,
  { signal, onWait }: { readonly signal: AbortSignal; readonly onWait?: (() => void) | undefined },
): AsyncGenerator<Uint8Array> {
  const file = await open(path).catch((error: unknown) => {
    throw inputUnreadable(name, systemErrorState(error), error);
  });
  const changes = new Changes(path, signal);
  let position = 0;
  try {
    while (!signal.aborted) {
      const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
      if (bytesRead > 0) {
        position += bytesRead;
        yield chunk.subarray(0, bytesRead);
        continue;
      }
      const { size } = await file.stat();
      if (size < position) {
        throw inputUnreadable(name, `it shrank while it was followed: ${size} of ${position} bytes are left`);
      }
      if (size > position) continue;
      onWait?.();
      await changes.next();
    }
  } finally {
    changes.close();
    await file.close();
  }
}

/** Tells when a file may have changed. A change that came while nobody waited is not lost. */
class Changes {
  readonly #watcher;
  readonly #timer;
  #changed = false;
  #wake: (() => void) | undefined;
  readonly #tell = (): void => {
    this.#changed = true;
    this.#wake?.();
  };
  readonly #signal: AbortSignal;

  constructor(path: string, signal: AbortSignal) {
    this.#signal = signal;
    this.#watcher = watch(path, this.#tell).on('error', () => {});
    this.#timer = setInterval(this.#tell, LOOK_AGAIN_MS);
    signal.addEventListener('abort', this.#tell);
  }

  async next(): Promise<void> {
    if (!this.#changed) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#changed = false;
    this.#wake = undefined;
  }

  close(): void {
    this.#watcher.close();
    clearInterval(this.#timer);
    this.#signal.removeEventListener('abort', this.#tell);
  }
}
