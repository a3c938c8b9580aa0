/** Characters of a text of the payload that a summary shows. */
const MAX_LENGTH = 120;

/** A text of the payload, short enough to be shown. Only for texts that are not personal. */
export function shownText(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH).toWellFormed()}…`;
}

/** See {@link shownText}; leaves a member out where there is nothing to show. */
export function shown<Name extends string>(name: Name, text: string | undefined): Partial<Record<Name, string>> {
  return text === undefined ? {} : ({ [name]: shownText(text) } as Record<Name, string>); // Computed keys are forgotten.
}
