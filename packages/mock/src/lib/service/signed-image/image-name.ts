import type { ImageSubject } from '../../behaviour/hooks/behaviour.ts';

const NAME = /^(document|portrait|liveness)\.(\d{1,3})\.(\d{1,3})$/;

/** Writes down which image is meant, for use in a URL. */
export function toImageName({ kind, attempt, frame }: ImageSubject): string {
  return `${kind}.${attempt}.${frame}`;
}

/** Reads what {@link toImageName} wrote; undefined where it is no such text. */
export function parseImageName(text: string): ImageSubject | undefined {
  const [, kind, attempt, frame] = NAME.exec(text) ?? [];
  if (kind !== 'document' && kind !== 'portrait' && kind !== 'liveness') return undefined;
  return { kind, attempt: Number(attempt), frame: Number(frame) };
}
