import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';

type Part = Record<string, unknown>;

/** Ways in which a delivery differs from the specification's examples and must still be accepted. */
export type Difference =
  | 'unknown type'
  | 'unknown column'
  | 'unknown answer'
  | 'unknown value'
  | 'unknown key'
  | 'odd part'
  | 'missing part';

/** A delivery that a receiver must accept. */
export interface PermittedDelivery {
  readonly body: unknown;
  readonly differences: readonly Difference[];
}

/** Keys without which a delivery of a known type cannot be processed. */
const NEEDED: ReadonlySet<string> = new Set(['event', 'event/type', 'application', 'application/slug']);

/** Positions of values from a list that may grow. */
const LISTED =
  /^application\/(status|other_status\/ekyc)$|^answers\/(gender|full_name_type|ekyc_document_type)\/value$|\/status$|\/type$/;

const text = fc.string({ maxLength: 12 });
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0.5, '', [], {}, [[]], [null], { value: {} }),
  fc.jsonValue(),
);

/** Deliveries that the specification permits, each with one to four differences from a plain one. */
export const permittedDeliveries: fc.Arbitrary<PermittedDelivery> = fc
  .tuple(arbitraries.delivery(), fc.array(differenceArbitrary(), { minLength: 1, maxLength: 4 }))
  .map(([delivery, edits]) => {
    const body = structuredClone(delivery) as unknown as Part;
    const differences = edits.filter((edit) => edit.apply(body)).map(({ difference }) => difference);
    return { body, differences };
  });

interface Edit {
  readonly difference: Difference;
  /** Changes the body; false if it has no place for the change. */
  readonly apply: (body: Part) => boolean;
}

function differenceArbitrary(): fc.Arbitrary<Edit> {
  const seat = fc.nat();
  return fc.oneof(
    fc
      .tuple(text, odd, odd, odd)
      .map(([type, ...parts]) => editOf('unknown type', (body) => unknownType(body, `x${type}`, parts))),
    fc
      .tuple(text, text)
      .map(([column, value]) =>
        editOf('unknown column', (body) => put(partAt(body, 'application', 'other_status'), column, value)),
      ),
    fc
      .tuple(text, fc.oneof(text, fc.double(), fc.boolean()))
      .map(([key, value]) => editOf('unknown answer', (body) => put(partAt(body, 'answers'), `x${key}`, { value }))),
    fc.tuple(seat, text).map(([at, value]) =>
      editOf('unknown value', (body) =>
        edited(
          body,
          at,
          (path) => LISTED.test(path),
          (part, key) => put(part, key, `x${value}`),
        ),
      ),
    ),
    fc.tuple(seat, text, odd).map(([at, key, value]) =>
      editOf('unknown key', (body) =>
        edited(
          body,
          at,
          () => true,
          (part) => put(part, `added_${key}`, value),
        ),
      ),
    ),
    fc
      .tuple(seat, odd)
      .map(([at, value]) =>
        editOf('odd part', (body) => edited(body, at, isFree, (part, key) => put(part, key, value))),
      ),
    seat.map((at) => editOf('missing part', (body) => edited(body, at, isFree, (part, key) => delete part[key]))),
  );
}

function editOf(difference: Difference, apply: (body: Part) => boolean): Edit {
  return { difference, apply };
}

function isFree(path: string): boolean {
  return !NEEDED.has(path);
}

/** An event of another type may have any payload. */
function unknownType(body: Part, type: string, parts: readonly unknown[]): boolean {
  const event = partAt(body, 'event');
  for (const [index, key] of ['application', 'answers', 'extra'].entries()) {
    if (parts[index] !== undefined) body[key] = structuredClone(parts[index]);
  }
  return put(event, 'type', type);
}

/** Edits one of the positions that `isSeat` accepts; false if there is none. */
function edited(
  body: Part,
  at: number,
  isSeat: (path: string) => boolean,
  edit: (part: Part, key: string) => boolean,
): boolean {
  const seats = seatsIn(body, '').filter(({ path }) => isSeat(path));
  const seat = seats[at % seats.length];
  return seat !== undefined && edit(seat.part, seat.key);
}

function seatsIn(
  part: Part,
  prefix: string,
): readonly { readonly part: Part; readonly key: string; readonly path: string }[] {
  return Object.entries(part).flatMap(([key, value]) => {
    const path = `${prefix}${key}`;
    return [
      { part, key, path },
      ...(typeof value === 'object' && value !== null ? seatsIn(value as Part, `${path}/`) : []),
    ];
  });
}

function partAt(body: Part, ...path: readonly string[]): Part | undefined {
  return path.reduce<unknown>((part, key) => Object(part)[key], body) as Part | undefined; // As the generator made it.
}

function put(part: Part | undefined, key: string, value: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  Object.defineProperty(part, key, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return true;
}
