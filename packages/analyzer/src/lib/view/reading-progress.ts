import { counted, sizeText } from '@idvkit/cli-kit';

export interface ReadingState {
  /** Bytes of inputs that were read, as they lie there. */
  readonly bytes: number;
  /** Bytes of all inputs, as far as all of them are known. */
  readonly totalBytes?: number | undefined;
  /** Milliseconds since the reading began. */
  readonly elapsedMs: number;
  /** Documents that were read to their end, where there are several. */
  readonly documents?: number | undefined;
}

/** Before that much time has passed a rate says nothing. */
const SETTLED_MS = 500;

/**
 * Says how far the reading is, how fast it goes and how long it will take.
 *
 * @example
 * readingProgress({ bytes: 1e9, totalBytes: 4e9, elapsedMs: 1000 }) // '25 % · 1.0 GB of 4.0 GB · 1.0 GB/s · 3 s left'
 */
export function readingProgress({ bytes, totalBytes, elapsedMs, documents }: ReadingState): string {
  const rate = elapsedMs >= SETTLED_MS ? (bytes * 1000) / elapsedMs : undefined;
  const parts =
    totalBytes === undefined ? [`${sizeText(bytes)} read`] : [share(bytes, totalBytes), ofTotal(bytes, totalBytes)];
  if (documents !== undefined) parts.push(counted(documents, 'document'));
  if (rate !== undefined && rate > 0) {
    parts.push(`${sizeText(rate)}/s`);
    if (totalBytes !== undefined && totalBytes > bytes) parts.push(`${timeText((totalBytes - bytes) / rate)} left`);
  }
  return parts.join(' · ');
}

/** Writes seconds for people: `3 s`, `2 min 5 s`, `1 h 12 min`. */
export function timeText(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

function share(bytes: number, total: number): string {
  return `${total === 0 ? 100 : Math.min(100, Math.floor((bytes / total) * 100))} %`;
}

function ofTotal(bytes: number, total: number): string {
  return `${sizeText(bytes)} of ${sizeText(total)}`;
}
