import { PLATFORM_LOCALES } from '@idvkit/schema';

import type { Presented } from './credentials.ts';

/** Varies calls whose locale or wrong token does not matter: the same kind of call gets the next one each time. */
export class Rotation {
  readonly #locales: readonly string[];
  readonly #wrong: readonly Presented[];
  readonly #turns = new Map<string, number>();

  /**
   * @param lang Locale of the first call of each kind.
   * @param wrong Wrong tokens, in order.
   */
  constructor(lang: string, wrong: readonly Presented[]) {
    this.#locales = [lang, ...PLATFORM_LOCALES.filter((locale) => locale !== lang)];
    this.#wrong = wrong;
  }

  locale(kind: string): string {
    return this.#next(`locale ${kind}`, this.#locales) ?? '';
  }

  /** Returns the next wrong token for one that need only be wrong. */
  credential(presented: Presented, kind: string): Presented {
    if (presented.kind !== 'invalid') return presented;
    return this.#next(`token ${kind}`, this.#wrong) ?? presented;
  }

  #next<Item>(kind: string, items: readonly Item[]): Item | undefined {
    const turn = this.#turns.get(kind) ?? 0;
    this.#turns.set(kind, turn + 1);
    return items[turn % items.length];
  }
}
