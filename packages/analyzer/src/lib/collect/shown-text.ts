import { fitsPrivacy, type FieldPrivacy, type PrivacyClass } from '@idvkit/schema/privacy';

/** Characters of a text of the payload that a summary shows. */
const MAX_LENGTH = 120;
/** Text shown in place of a value that may identify a person. */
export const MASK = '•••';

/** Classes of which values that fit are shown. */
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
  wording: false,
  person: false,
};

/** Returns whether a value may be shown: its field shows such values, and it is one that the field may hold. */
export function isShownValue(value: string, privacy: FieldPrivacy): boolean {
  return IS_SHOWN[privacy.class] && fitsPrivacy(value, privacy);
}

/** A name in the payload, short enough to be shown. Only for names that are not personal. */
export function shownText(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH).toWellFormed()}…`;
}

/** Returns a text of the payload, masked unless its field may show it. */
export function shownOf(text: string, field: FieldPrivacy): string {
  return isShownValue(text, field) ? shownText(text) : MASK;
}

/** See {@link shownOf}; leaves a member out if there is nothing to show. */
export function shown<Name extends string>(
  name: Name,
  text: string | undefined,
  field: FieldPrivacy,
): Partial<Record<Name, string>> {
  return text === undefined ? {} : ({ [name]: shownOf(text, field) } as Record<Name, string>); // Computed keys are forgotten.
}
