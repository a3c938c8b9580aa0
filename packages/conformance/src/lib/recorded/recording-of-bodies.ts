import { CliError } from '@idvkit/cli-kit';

import type { MessageBody } from '../observe/message-body.ts';
import { bodyObservation, kindOfBody, undecidableByBody } from './bare-body.ts';
import type { Recording, RecordingOptions } from './recording.ts';

/** Converts named bodies to a recording. @throws {CliError} `recording-unknown`. */
export function recordingOfBodies(
  bodies: readonly (readonly [name: string, body: MessageBody])[],
  { baseUrl, formSlug = '' }: RecordingOptions,
): Recording {
  return {
    observations: bodies.map(([name, body], index) => {
      const kind = kindOfBody(body.json);
      if (kind === undefined) throw unknownBody(name, 'it is like no body of the service');
      return bodyObservation(kind, body, index + 1);
    }),
    target: { baseUrl: baseUrl ?? '', formSlug, kind: 'recorded' },
    context: {
      ...(baseUrl === undefined ? {} : { baseUrl }),
      clockSkewSeconds: 60,
      inputParameters: {},
      requireHttps: false,
    },
    undecidable: undecidableByBody,
    notes: [`Read ${bodies.length} ${bodies.length === 1 ? 'body' : 'bodies'}.`],
    secrets: [],
  };
}

export function unknownBody(name: string, state: string): CliError {
  return new CliError({
    code: 'recording-unknown',
    message: `Cannot judge "${name}": ${state}.`,
    fix: 'Give an HTTP archive (HAR 1.2), a folder of idv-replay capture, or a body of the service as JSON.',
  });
}
