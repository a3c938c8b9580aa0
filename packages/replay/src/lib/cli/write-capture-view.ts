import { UnpackError, type Archive, type CaptureEntry } from '@idvkit/archive';
import type { Io } from '@idvkit/cli-kit';
import { formatPointer, JsonScanner, JsonTextError } from '@idvkit/json';
import type { CaptureView } from '@idvkit/schema/formats';

import { maskRequest } from '../show/mask-head.ts';
import { maskedAnswer } from '../show/masked-answer.ts';
import { prettyBody } from '../show/pretty-body.ts';

export interface CaptureViewOptions {
  readonly io: Io;
  readonly pointer: readonly string[];
  readonly isRevealed: boolean;
  readonly hasBody: boolean;
}

/** Writes a {@link CaptureView} to stdout. The body is read twice: the document must be JSON even if the body is not. */
export async function writeCaptureView(
  archive: Archive,
  { captured, summary, tags, lastOutcome }: CaptureEntry,
  { io, pointer, isRevealed, hasBody }: CaptureViewOptions,
): Promise<void> {
  const openContent = async (): Promise<AsyncIterable<Uint8Array>> =>
    archive.openContent(captured) as AsyncIterable<Uint8Array>; // No encoding is set, so the chunks are bytes.
  const problem = hasBody ? await findProblem(await openContent()) : undefined;
  const answers = archive.answersOf(captured.id);
  const attempts = archive.attemptsOf(captured.id).map(async (attempt, index) => {
    const answer = answers[index];
    if (answer === undefined) return attempt;
    const text = isRevealed ? answer.text : await maskedAnswer(archive, captured, answer.text);
    return { ...attempt, answer: { ...answer, text } };
  });
  const { aml, ...others } = summary;
  const known = {
    format: 'idvkit.capture-view',
    version: 1,
    captured: isRevealed ? captured : maskRequest(captured),
    summary: { ...others, ...(aml && { aml: [...aml] }) },
    tags: [...tags],
    ...(lastOutcome !== undefined && { lastOutcome }),
    images: archive.imagesOf(captured.id),
    attempts: await Promise.all(attempts),
    ...(problem !== undefined && { body: { problem } }),
  } satisfies CaptureView;
  const text = JSON.stringify(known);
  if (!hasBody || problem !== undefined) {
    io.stdout.write(`${text}\n`);
    return;
  }
  const head = JSON.stringify({ path: formatPointer(pointer), masked: !isRevealed });
  io.stdout.write(`${text.slice(0, -1)},"body":${head.slice(0, -1)},"values":[\n`);
  for await (const part of prettyBody(await openContent(), { pointer, isRevealed, between: ',' })) {
    io.stdout.write(part);
    await io.stdout.drained?.();
    if (io.signal.aborted) return;
  }
  io.stdout.write(']}}\n');
}

/** Returns why a body cannot be shown as JSON; `undefined` if it can. */
async function findProblem(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const scanner = new JsonScanner({ begin: () => {}, end: () => {} });
  try {
    for await (const part of body) scanner.write(part);
    scanner.end();
    return undefined;
  } catch (error) {
    if (error instanceof JsonTextError) return error.message;
    if (error instanceof UnpackError) return error.message.replace(/^./, (first) => first.toUpperCase());
    throw error;
  }
}
