import type { en } from './en.ts';

/**
 * Every text of the hosted form in one locale, in groups. English says which texts there are: a locale that lacks one of
 * them, or has one more, does not compile.
 */
export type Messages = {
  readonly [Group in keyof typeof en]: Readonly<Record<keyof (typeof en)[Group], string>>;
};
