import { isObject, type JsonPath } from '@idvkit/json';

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
export type CheckResult = 'ok' | Defect;

type Parser<Result> = (text: string) => Result | undefined;

/** A value of a JSON document and its path. A node whose value is missing holds `undefined`. */
export class JsonNode {
  readonly value: unknown;
  readonly #parent: JsonNode | undefined;
  readonly #steps: JsonPath;
  readonly #root: JsonNode;
  /** Results by parser and text, at the root of a document. */
  #parsed: Map<Parser<unknown>, Map<string, unknown>> | undefined;
  #path: JsonPath | undefined;
  #children: readonly JsonNode[] | undefined;

  constructor(value: unknown, parent?: JsonNode, steps: JsonPath = []) {
    this.value = value;
    this.#parent = parent;
    this.#steps = steps;
    this.#root = parent === undefined ? this : parent.#root;
  }

  /** Keys and indices from the root. They are put together on demand: few nodes have a defect. */
  get path(): JsonPath {
    return (this.#path ??= this.#parent === undefined ? this.#steps : [...this.#parent.path, ...this.#steps]);
  }

  /** Follows keys and indices that the containers hold themselves; missing if one does not. */
  at(...steps: JsonPath): JsonNode {
    let { value } = this;
    for (const step of steps) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) {
        value = undefined;
        break;
      }
      value = (value as Record<string | number, unknown>)[step]; // It has the key.
    }
    return new JsonNode(value, this, steps);
  }

  /** Returns the members of an object, none of any other value. */
  members(): readonly JsonNode[] {
    const { value } = this;
    if (!isObject(value)) return [];
    return (this.#children ??= Object.keys(value).map((key) => new JsonNode(value[key], this, [key])));
  }

  /** Returns the items of an array, none of any other value. */
  items(): readonly JsonNode[] {
    if (!Array.isArray(this.value)) return [];
    return (this.#children ??= this.value.map((item: unknown, index) => new JsonNode(item, this, [index])));
  }

  /** The last step of the path. */
  get key(): string {
    return String(this.#steps.at(-1) ?? '');
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

  /** Parses the value if it is a string. Each text of a document is parsed once: several checks look at it. */
  parsed<Result>(parse: Parser<Result>): Result | undefined {
    const { value } = this;
    if (typeof value !== 'string') return undefined;
    const parsed = (this.#root.#parsed ??= new Map());
    let results = parsed.get(parse);
    if (results === undefined) parsed.set(parse, (results = new Map()));
    if (!results.has(value)) results.set(value, parse(value));
    return results.get(value) as Result | undefined; // Its parser gave it.
  }

  /** Reports a defect at this position unless the expectation holds. */
  expect(holds: boolean, message: string, expected?: unknown): CheckResult {
    return holds ? 'ok' : this.defect(message, expected);
  }

  defect(message: string, expected?: unknown): Defect {
    return { message, path: this.path, ...(expected !== undefined && { expected }), actual: this.value };
  }

  expectOneOf(options: readonly unknown[], message: string): CheckResult {
    return this.expect(options.includes(this.value), message, options);
  }

  expectKind(kind: keyof typeof KINDS, message: string): CheckResult {
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
