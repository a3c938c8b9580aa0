import type { HeaderList } from './observation.ts';

/** The first value of a header, whatever the letter case of its name. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1];
}

/** Tells whether a message says that its body is `application/json`; parameters such as `charset` do not matter. */
export function saysJson(headers: HeaderList): boolean {
  const [type = ''] = (headerOf(headers, 'content-type') ?? '').split(';');
  return type.trim().toLowerCase() === 'application/json';
}
