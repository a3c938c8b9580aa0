import type { HeaderList } from './observation.ts';

/** Returns the first value of a header. `name` is in lower case. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1];
}

/** Returns the media type of a message, without its parameters; '' if it names none. */
export function mediaTypeOf(headers: HeaderList): string {
  return (headerOf(headers, 'content-type') ?? '').split(';', 1)[0] ?? '';
}

export function saysJson(headers: HeaderList): boolean {
  return mediaTypeOf(headers).trim().toLowerCase() === 'application/json';
}

/** Drops Authorization, which must not be kept. */
export function withoutAuthorization(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => name.toLowerCase() !== 'authorization');
}

/** Names and values in turn, as they travelled. */
export type RawHeaders = readonly string[];

export function pairsOf(raw: RawHeaders): [name: string, value: string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ]);
}
