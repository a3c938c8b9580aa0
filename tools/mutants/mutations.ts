import { parseSync, Visitor, type Node } from 'oxc-parser';

/** One small change of a source text. */
export interface Mutation {
  /** UTF-16 offsets of what it replaces: an expression, a statement, or a key of an object. */
  readonly start: number;
  readonly end: number;
  readonly kind: 'expression' | 'statement' | 'key';
  readonly replacement: string;
  /** 1-based line of `start`. */
  readonly line: number;
  /** What it does, on one line: `a < b → a <= b`. */
  readonly what: string;
}

const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '===': '!==',
    '!==': '===',
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&&': '||',
    '||': '&&',
    '??': '&&',
  }),
);

const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    find: 'findLast',
    findLast: 'find',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    min: 'max',
    max: 'min',
  }),
);

/** Methods whose result is replaced by what they are called on. */
const LEFT_OUT = new Set(['filter', 'slice', 'toSorted', 'toReversed', 'trim', 'toLowerCase', 'toUpperCase']);

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Lists the mutations of a TypeScript source, in the order of its text. Types, imports and texts, with what they hold, have none. */
export function mutationsOf(path: string, text: string): readonly Mutation[] {
  const mutations: Mutation[] = [];
  const source = ({ start, end }: Span): string => text.slice(start, end);
  const replace = (at: Span, replacement: string, more: Partial<Pick<Mutation, 'what' | 'kind'>> = {}): void => {
    const { what = `${shown(source(at))} → ${shown(replacement)}`, kind = 'expression' } = more;
    const line = text.slice(0, at.start).split('\n').length;
    mutations.push({ start: at.start, end: at.end, kind, replacement, line, what });
  };
  const operator = (node: Span, left: Span, right: Span, from: string): void => {
    const to = OPERATORS.get(from);
    if (to === undefined) return;
    const between = text.slice(left.end, right.start);
    const at = left.end + between.indexOf(from);
    const [before, after] = [text.slice(node.start, at), text.slice(at + from.length, node.end)];
    // Mixed with `??`, the others need brackets.
    const changed = from === '??' ? `((${source(left)}) && (${source(right)}))` : `(${before}${to}${after})`;
    replace(node, changed, { what: `${shown(source(left))} ${from} → ${to} ${shown(source(right))}` });
  };
  const condition = (test: Span): void => {
    replace(test, 'true');
    replace(test, 'false');
  };
  const jump = (node: Span): void => replace(node, ';', { kind: 'statement' });
  const types = new Set<unknown>();
  const texts: Span[] = [];
  const keys = new Set<unknown>();
  /** The whole of `a?.b.c()`, by its parts: a bracket around a part would change what `?.` skips. */
  const chains = new Map<unknown, Span>();
  new Visitor({
    TemplateLiteral: (node) => void texts.push(node),
    TSLiteralType: ({ literal }) => void types.add(literal),
    Property: ({ key, computed }) => void (computed || keys.add(key)),
    ChainExpression(chain) {
      for (let part: Node | undefined = chain.expression; part !== undefined; part = innerOf(part))
        chains.set(part, chain);
    },
    BinaryExpression: (node) => operator(node, node.left, node.right, node.operator),
    LogicalExpression: (node) => operator(node, node.left, node.right, node.operator),
    ConditionalExpression: ({ test }) => condition(test),
    IfStatement: ({ test }) => condition(test),
    // `while (true)` says nothing: its mutant never ends.
    WhileStatement: ({ test }) => replace(test, 'false'),
    UnaryExpression: (node) => node.operator === '!' && replace(node, `(${source(node.argument)})`),
    Literal(node) {
      if (types.has(node)) return;
      const kind = keys.has(node) ? 'key' : 'expression';
      if (typeof node.value === 'boolean') replace(node, String(!node.value));
      if (typeof node.value === 'number') replace(node, String(node.value + 1), { kind });
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      const whole = chains.get(node) ?? node;
      const edit = (part: Span, by: string, what: string): void =>
        replace(whole, text.slice(whole.start, part.start) + by + text.slice(part.end, whole.end), { what });
      if (LEFT_OUT.has(name))
        edit(node, source(callee.object), `${shown(source(node))} → ${shown(source(callee.object))}`);
      const other = METHODS.get(name);
      if (other !== undefined) edit(callee.property, other, `${name} → ${other}`);
    },
    YieldExpression: (node) => replace(node, 'undefined'),
    ArrayExpression: (node) => node.elements.length > 0 && replace(node, '[]'),
    ContinueStatement: jump,
    BreakStatement: (node) => node.label === null && jump(node),
    ReturnStatement: (node) => node.argument === null && jump(node),
  }).visit(parseSync(path, text).program);
  const isInText = (at: Span): boolean => texts.some(({ start, end }) => start < at.start && at.end < end);
  return mutations
    .filter((mutation) => !isInText(mutation))
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
}

function innerOf(node: Node): Node | undefined {
  if (node.type === 'CallExpression') return node.callee;
  if (node.type === 'MemberExpression') return node.object;
  return node.type === 'TSNonNullExpression' ? node.expression : undefined;
}

function shown(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 60 ? line : `${line.slice(0, 28)} … ${line.slice(-28)}`;
}
