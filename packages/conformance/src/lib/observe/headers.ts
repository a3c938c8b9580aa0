import type { HeaderList } from './observation.ts';

/** Returns the first value of a header. `name` is in lower case. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1];
}

export function saysJson(headers: HeaderList): boolean {
  const [type = ''] = (headerOf(headers, 'content-type') ?? '').split(';');
  return type.trim().toLowerCase() === 'application/json';
}
