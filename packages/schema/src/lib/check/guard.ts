/** One part of a value that a guard refuses, in the form of Standard Schema. Never quotes the value. */
export interface GuardIssue {
  readonly message: string;
  /** Keys and indexes that lead to the part. */
  readonly path: readonly (string | number)[];
}

/**
 * A type guard that is also a Standard Schema, version 1, so that tools which accept any validator accept it. It returns the value that
 * it was given, or the first defect: one issue, or one per alternative and one for all of them.
 *
 * @see https://standardschema.dev
 */
export interface Guard<T> {
  (value: unknown): value is T;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'idvkit';
    readonly validate: (
      value: unknown,
    ) => { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly GuardIssue[] };
    readonly types?: { readonly input: T; readonly output: T } | undefined;
  };
}

/** A validator as ajv compiles it. */
interface CompiledValidator {
  (value: unknown): boolean;
  errors?:
    | readonly {
        readonly instancePath: string;
        readonly keyword: string;
        readonly params: Readonly<Record<string, unknown>>;
      }[]
    | null;
}

/** A list of values, such as all countries, is cut off. */
const MAX_MESSAGE_LENGTH = 120;

/** Makes a compiled validator a Standard Schema. */
export function guard(validator: CompiledValidator): object {
  return Object.assign(validator, {
    '~standard': {
      version: 1,
      vendor: 'idvkit',
      validate: (value: unknown) =>
        validator(value) ? { value } : { issues: (validator.errors ?? []).map((error) => issueOf(value, error)) },
    },
  });
}

function issueOf(
  value: unknown,
  { instancePath, keyword, params }: NonNullable<CompiledValidator['errors']>[number],
): GuardIssue {
  let part = value;
  const path = instancePath
    .split('/')
    .slice(1)
    .map((text) => {
      const key = text.replaceAll('~1', '/').replaceAll('~0', '~');
      const isIndex = Array.isArray(part);
      part = Object(part)[key];
      return isIndex ? Number(key) : key;
    });
  const { missingProperty: missing, additionalProperty: unknown } = params;
  if (typeof missing === 'string') return { message: 'is missing', path: [...path, missing] };
  if (typeof unknown === 'string') return { message: 'is unknown', path: [...path, unknown] };
  const message = `does not match ${[keyword, ...Object.values(params)].join(' ')}`;
  return { message: message.slice(0, MAX_MESSAGE_LENGTH), path };
}
