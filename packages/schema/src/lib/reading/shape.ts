/**
 * Shape that a reader expects:
 *
 * - a text: its types, such as `string | null`, or `any`;
 * - a list: a text that is one of these, or another that the specification does not name;
 * - `items`: an array;
 * - `fields`: an object. Without the `needed` keys it is of no use. The contract always has the `expected` ones. `others` is the shape of other keys.
 */
export type Shape = string | readonly string[] | { readonly items: Shape } | ObjectShape;

/** The shape of a body, which has that type once it is read. */
export interface BodyShape<Body> extends ObjectShape {
  /** Only for the compiler. */
  readonly body?: Body;
}

export interface ObjectShape {
  readonly fields: Readonly<Record<string, Shape>>;
  readonly needed?: readonly string[];
  readonly expected?: readonly string[];
  readonly others?: Shape;
}
