import type { CliError } from '@idvkit/cli-kit';
import type { TaskSource } from '@idvkit/schema/formats';

import { inputUnreadable } from '../../input/input-error.ts';
import type { OpenRemote } from '../../input/input-source.ts';
import { openUrl, type OpenUrl } from '../../input/open-url.ts';
import { sourceChanged } from './task-error.ts';

/** Description of an object by its server. */
export interface RemoteState {
  readonly bytes: number | undefined;
  readonly etag: string | undefined;
}

type Place = Pick<TaskSource, 'location' | 'name'>;

/** Asks for the size and the ETag of a URL. It reads one byte, since a presigned URL is good for GET only. */
export async function remoteState({ location, name }: Place, signal: AbortSignal): Promise<RemoteState> {
  const answer = await openUrl(location, { name, signal, headers: { range: 'bytes=0-0' } });
  await closeBody(answer);
  return stateOf(answer);
}

/**
 * Returns what opens a source of a task. Each answer must have the size and the ETag of the plan.
 *
 * @param onBroken Called with the error if the object cannot be read: the task can be tried again.
 * @throws {CliError} `source-changed` when it is opened and is another object.
 */
export function openRemote(source: TaskSource, onBroken: (error: unknown) => void): OpenRemote {
  return async (signal, range) => {
    // A server that packs a body on the way sends other bytes. Ranges are never packed.
    const headers: Record<string, string> = range
      ? { range: `bytes=${range.start}-${range.end - 1}` }
      : { 'accept-encoding': 'identity' };
    try {
      const answer = await openUrl(source.location, { name: source.name, signal, headers });
      const state = stateOf(answer);
      if (state.bytes !== source.bytes || (source.etag !== undefined && state.etag !== source.etag)) {
        await closeBody(answer);
        throw sourceChanged(source.name);
      }
      if (range && answer.status !== 206) {
        await closeBody(answer);
        throw inputUnreadable(source.name, 'the server does not send ranges');
      }
      return watched(answer.stream, onBroken);
    } catch (error) {
      onBroken(error);
      throw error;
    }
  };
}

async function* watched(
  stream: AsyncIterable<Uint8Array>,
  onBroken: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    onBroken(error);
    throw error;
  }
}

function stateOf({ headers, status }: OpenUrl): RemoteState {
  const total =
    status === 206 ? /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] : headers.get('content-length');
  return {
    bytes: total === undefined || total === null ? undefined : Number(total),
    etag: headers.get('etag') ?? undefined,
  };
}

async function closeBody({ stream }: OpenUrl): Promise<void> {
  await stream[Symbol.asyncIterator]().return?.();
}

/** Creates the error of a URL without a length: it cannot be planned. */
export function noLength(name: string): CliError {
  return inputUnreadable(name, 'the server does not say how long it is, so that a change would go unnoticed');
}
