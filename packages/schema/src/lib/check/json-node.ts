import { at, isObject, type JsonPath } from '@idvkit/json';

/** A defect at one position of a body. */
export interface Defect {
  /** One sentence without values. */
  readonly message: string;
  readonly path: JsonPath;
  readonly expected?: unknown;
  /** The value that was found; it may be personal. */
  readonly actual?: unknown;
  /** Times that the defect rests on, and the seconds between them. */
  readonly times?: string;
}

/** The result of a check at one position. */
export type Look = 'ok' | Defect;

/** A value of a JSON document and its path. A node whose value is missing holds `undefined`. */
export class JsonNode {
  readonly value: unknown;
  readonly path: JsonPath;

  constructor(value: unknown, path: JsonPath = []) {
    this.value = value;
    this.path = path;
  }

  /** Follows keys and indices that the containers hold themselves; missing where one does not. */
  at(...steps: JsonPath): JsonNode {
    return new JsonNode(at(this.value, ...steps), [...this.path, ...steps]);
  }

  /** Returns the members of an object, none of any other value. */
  members(): readonly JsonNode[] {
    const { value } = this;
    return isObject(value) ? Object.keys(value).map((key) => new JsonNode(value[key], [...this.path, key])) : [];
  }

  /** Returns the items of an array, none of any other value. */
  items(): readonly JsonNode[] {
    const { value } = this;
    return Array.isArray(value) ? value.map((item: unknown, index) => new JsonNode(item, [...this.path, index])) : [];
  }

  /** The last step of the path. */
  get key(): string {
    return String(this.path.at(-1) ?? '');
  }

  get isMissing(): boolean {
    return this.value === undefined;
  }

  /** Missing or null. Most checks pass over null: it breaks a rule about being left out. */
  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  get isObject(): boolean {
    return isObject(this.value);
  }

  /** The value, if it is a string. */
  get text(): string | undefined {
    return typeof this.value === 'string' ? this.value : undefined;
  }

  /** Reports a defect at this position unless the expectation holds. */
  expect(holds: boolean, message: string, expected?: unknown): Look {
    return holds ? 'ok' : this.defect(message, expected);
  }

  defect(message: string, expected?: unknown): Defect {
    return { message, path: this.path, ...(expected !== undefined && { expected }), actual: this.value };
  }

  expectOneOf(options: readonly unknown[], message: string): Look {
    return this.expect(options.includes(this.value), message, options);
  }

  expectKind(kind: keyof typeof KINDS, message: string): Look {
    return this.expect(KINDS[kind](this.value), message, kind);
  }
}

const KINDS = {
  integer: (value: unknown) => Number.isInteger(value),
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  array: (value: unknown) => Array.isArray(value),
  object: isObject,
} as const;
