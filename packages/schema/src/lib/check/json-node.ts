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

/** Is called with each result of a check. */
export type Report = (result: CheckResult) => void;

/** Most nodes of a list. */
const MAX_LISTED = 16;

type Step = JsonPath[number];
type Find<Result> = (node: JsonNode) => Result;
type Parser<Result> = (text: string) => Result | undefined;

/**
 * A value of a JSON document and its path. A node whose value is missing holds `undefined`. Checks report what they expect of it.
 *
 * Each position has one node, so that dozens of checks of the same document look each position up once.
 */
export class JsonNode {
  readonly value: unknown;
  readonly #report: Report;
  #parent: JsonNode | undefined;
  #step: string | number = '';
  #path: JsonPath | undefined;
  #items: readonly JsonNode[] | undefined;
  #members: readonly JsonNode[] | undefined;
  /** Nodes below that were looked up, a list while they are few: most have two or three, and a map costs more than they do. */
  #first: JsonNode | undefined;
  #next: JsonNode | undefined;
  #count = 0;
  #byStep: Map<string | number, JsonNode> | undefined;
  #kept: Map<Find<unknown>, unknown> | undefined;
  #parser: Parser<unknown> | undefined;
  #parsed: unknown;

  /** @param report Is called with the results at this position and all below. */
  constructor(value: unknown, report: Report = () => {}) {
    this.value = value;
    this.#report = report;
  }

  /** Keys and indices from the root. They are put together on demand: few nodes have a defect. */
  get path(): JsonPath {
    return (this.#path ??= this.#parent === undefined ? [] : [...this.#parent.path, this.#step]);
  }

  /**
   * Follows keys and indices that the containers hold themselves; missing if one does not. Up to four of them, as parameters: checks call
   * this more than anything else, and a list of steps would be made each time.
   */
  at(first: Step, second?: Step, third?: Step, fourth?: Step): JsonNode {
    let node = this.#child(first);
    if (second !== undefined) node = node.#child(second);
    if (third !== undefined) node = node.#child(third);
    return fourth === undefined ? node : node.#child(fourth);
  }

  /** Follows a path of any length. */
  follow(path: JsonPath): JsonNode {
    return path.reduce<JsonNode>((node, step) => node.#child(step), this);
  }

  #child(step: string | number): JsonNode {
    if (typeof step === 'number') {
      const item = this.#items?.[step];
      if (item) return item;
    }
    return this.#known(step) ?? this.#add(step);
  }

  #known(step: string | number): JsonNode | undefined {
    if (this.#byStep) return this.#byStep.get(step);
    for (let child = this.#first; child; child = child.#next) if (child.#step === step) return child;
    return undefined;
  }

  #add(step: string | number): JsonNode {
    const child = this.#node(this.valueAt(step), step);
    child.#next = this.#first;
    this.#first = child;
    this.#count += 1;
    if (this.#byStep) this.#byStep.set(step, child);
    else if (this.#count > MAX_LISTED) {
      this.#byStep = new Map();
      for (let each: JsonNode | undefined = child; each; each = each.#next) this.#byStep.set(each.#step, each);
    }
    return child;
  }

  #node(value: unknown, step: string | number): JsonNode {
    const child = new JsonNode(value, this.#report);
    child.#parent = this;
    child.#step = step;
    return child;
  }

  /** Returns the value that this one holds itself under a key or index. It makes no node: few values that are read have a defect. */
  valueAt(step: string | number): unknown {
    const { value } = this;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    return (value as Record<string | number, unknown>)[step]; // It has the key.
  }

  /** Returns the members of an object, none of any other value. */
  members(): readonly JsonNode[] {
    const { value } = this;
    if (!isObject(value)) return [];
    return (this.#members ??= Object.keys(value).map((key) => this.#child(key)));
  }

  /** Returns the items of an array, none of any other value. */
  items(): readonly JsonNode[] {
    if (!Array.isArray(this.value)) return [];
    return (this.#items ??= this.value.map((item: unknown, index) => this.#known(index) ?? this.#node(item, index)));
  }

  /** The last step of the path. */
  get key(): string {
    return String(this.#step);
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

  /** Returns what a function finds at or below this position. The result is kept: several checks ask for it. */
  kept<Result>(find: Find<Result>): Result {
    const kept = (this.#kept ??= new Map());
    if (!kept.has(find)) kept.set(find, find(this));
    return kept.get(find) as Result; // It found it.
  }

  /** Parses the value if it is a string. The result is kept: several checks look at it. */
  parsed<Result>(parse: Parser<Result>): Result | undefined {
    const { value } = this;
    if (typeof value !== 'string') return undefined;
    if (this.#parser !== parse) {
      this.#parser = parse;
      this.#parsed = parse(value);
    }
    return this.#parsed as Result | undefined; // Its parser gave it.
  }

  /** Reports a defect at this position unless the expectation holds. */
  expect(holds: boolean, message: string, expected?: unknown): void {
    if (holds) this.pass();
    else this.fail(message, expected);
  }

  isOneOf(options: readonly unknown[]): boolean {
    return options.includes(this.value);
  }

  expectOneOf(options: readonly unknown[], message: string): void {
    this.expect(this.isOneOf(options), message, options);
  }

  expectKind(kind: keyof typeof KINDS, message: string): void {
    this.expect(KINDS[kind](this.value), message, kind);
  }

  /** Reports a defect of a member unless the expectation holds. It makes a node only of a defect. */
  expectAt(key: string, holds: boolean, message: string, expected?: unknown): void {
    if (holds) this.pass();
    else this.at(key).fail(message, expected);
  }

  /** Reports a defect of a member unless it is of a kind. It makes a node only of a defect. */
  expectKindAt(key: string, kind: keyof typeof KINDS, message: string): void {
    this.expectAt(key, KINDS[kind](this.valueAt(key)), message, kind);
  }

  /** Reports that this position is as it should be. */
  pass(): void {
    this.#report('ok');
  }

  /** Reports a defect at this position. @param found What is found, if it is not the value itself. */
  fail(message: string, expected?: unknown, found: Pick<Defect, 'actual' | 'times'> = { actual: this.value }): void {
    this.#report({ message, path: this.path, ...(expected !== undefined && { expected }), ...found });
  }
}

const KINDS = {
  integer: (value: unknown) => Number.isInteger(value),
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  array: (value: unknown) => Array.isArray(value),
  object: isObject,
} as const;
