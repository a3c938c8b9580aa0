/**
 * A text that the specification does not name, where it names a list of values. At run time it is a plain string.
 *
 * A literal cannot be compared with this type, so `event.type === 'submitform'` does not compile. To handle a value that this version of
 * the package does not know, compare it as a string: `(event.type as string) === 'archived'`.
 */
declare enum UnknownValue {
  text = 'a text that the specification does not name',
}

export type { UnknownValue };
