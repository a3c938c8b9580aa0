import fc from 'fast-check';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Values that stand where they should not. */
const intruders = fc.oneof(
  fc.constantFrom<Json[]>(null, true, false, 0, -1, 0.5, 101, '', ' ', 'x', [], {}, [null], { value: 'x' }),
  // Cannot be compared with a number.
  fc.constant({ length: { toString: '' } }),
  fc.string({ maxLength: 8 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Valid values with a few of their members left out, replaced or added, anywhere in them. */
export function mutationsOf(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const edits = fc.array(fc.record({ at: fc.nat(), intruder: intruders, kind: fc.constantFrom(...KINDS) }), {
    minLength: 1,
    maxLength: 2,
  });
  return fc.tuple(valid, edits).map(([value, list]) => {
    const root: Container = { root: JSON.parse(JSON.stringify(value)) as Json }; // What was parsed is JSON.
    for (const { at, intruder, kind } of list) {
      const places = placesIn(root);
      const [parent, key] = places[at % places.length] ?? [root, 'root'];
      if (kind === 'add' && isObject(parent[key])) parent[key]['added_later'] = structuredClone(intruder);
      else if (kind === 'drop' && key !== 'root' && !Array.isArray(parent)) delete parent[key];
      else parent[key] = structuredClone(intruder);
    }
    return root['root'];
  });
}

/** Texts that validators are known to disagree about. */
const NASTY = [
  '2016-12-31T23:59:60+00:00',
  '2016-12-31T23:59:60.5+00:00',
  '2016-12-31T23:58:60+00:00',
  '2016-12-31T23:59:60Z',
  '2016-12-31T23:59:61Z',
  '2023-02-29',
  '0000-01-01',
  '๑๑๐๑๗๐๐๒๓๐๗๐๘',
  'COK00๑',
  '1101700230708\n',
  ...[' U', 'U\n', 'U b', 'U[', 'U|', 'U\\', 'U%zz', 'U#é', 'Uฟ', 'U"', "U'"].flatMap((form) =>
    [
      'https://h/api/ekyc/s/result/image/?q=a&exp=1',
      'https://h:65536/api/ekyc/s/result/image/?q=a&exp=1',
      'https://[::1]:8443/api/ekyc/s/result/image/?exp=1&q=a',
      'https://[:1]/api/ekyc/s/result/image/?exp=1&q=a',
      'https://u:p@h/api/ekyc/s/result/image/?q=a&exp=1',
      'https://h/en/api/forms/f/applied-forms/s/info/',
    ].map((url) => form.replace('U', url)),
  ),
  'javascript:alert(1)',
] as const;

/** Valid values in which one text is one of {@link NASTY}. */
export function withNastyTexts(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(valid, fc.nat(), fc.constantFrom(...NASTY)).map(([value, at, nasty]) => {
    const root: Container = { root: JSON.parse(JSON.stringify(value)) as Json }; // What was parsed is JSON.
    const texts = placesIn(root).filter(([parent, key]) => typeof parent[key] === 'string');
    const [parent, key] = texts[at % texts.length] ?? [root, 'root'];
    parent[key] = nasty;
    return root['root'];
  });
}

const KINDS = ['drop', 'replace', 'add'] as const;

type Container = { [key: string]: Json };

/** Every member of every object and array below a value, as what holds it and its key. */
function placesIn(container: Container): (readonly [Container, string])[] {
  return Object.keys(container).flatMap((key) => {
    const member = container[key];
    // An array is addressed like an object here.
    const inside = typeof member === 'object' && member !== null ? placesIn(member as Container) : [];
    return [[container, key] as const, ...inside];
  });
}

function isObject(value: Json | undefined): value is Container {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
