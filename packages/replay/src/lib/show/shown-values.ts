import type { JsonPath, ValueKind } from '@idvkit/json';
import { fitsPrivacy, privacyOf, type PrivacyClass } from '@idvkit/schema/privacy';

/** Classes of which values that fit are shown to users who did not ask for personal data. Everything else is masked. */
export const IS_SHOWN: Readonly<Record<PrivacyClass, boolean>> = {
  public: true,
  enum: true,
  term: true,
  trait: false,
  flag: true,
  time: true,
  count: true,
  link: false,
  slug: false,
  random: false,
  wording: true,
  person: false,
};

/** Longest JSON text of a value that is shown. */
export const MAX_SHOWN_BYTES = 200;

/** Returns whether a value of some text may be shown at a path. Booleans and null always are. */
export function mayBeShown(path: JsonPath, kind: ValueKind): boolean {
  return kind === 'boolean' || kind === 'null' || IS_SHOWN[privacyOf(path).class];
}

/** Returns whether a value may be shown: its field shows such values, and it is one that the field may hold. */
export function isShownValue(path: JsonPath, kind: ValueKind, json: string): boolean {
  if (kind === 'boolean' || kind === 'null') return true;
  if (kind === 'object' || kind === 'array' || json.length > MAX_SHOWN_BYTES || !mayBeShown(path, kind)) return false;
  const text = kind === 'string' ? textOf(json) : json;
  return text !== undefined && fitsPrivacy(text, privacyOf(path));
}

/** Returns whether a value may be shown, by its JSON text. Objects and arrays never are. */
export function isShownJson(path: JsonPath, json: string): boolean {
  const kinds: Readonly<Record<string, ValueKind>> = {
    '"': 'string',
    '{': 'object',
    '[': 'array',
    t: 'boolean',
    f: 'boolean',
    n: 'null',
  };
  return isShownValue(path, kinds[json[0] ?? ''] ?? 'number', json);
}

/** Reads a JSON string; `undefined` if it is cut off. */
function textOf(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}
