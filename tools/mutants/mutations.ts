import { parseSync, Visitor } from 'oxc-parser';

/** One small change of a source text. */
export interface Mutation {
  /** UTF-16 offsets of what it replaces. */
  readonly start: number;
  readonly end: number;
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

/** Lists the mutations of a TypeScript source, in the order of its text. Types, imports and plain strings have none. */
export function mutationsOf(path: string, text: string): readonly Mutation[] {
  const mutations: Mutation[] = [];
  const source = ({ start, end }: Span): string => text.slice(start, end);
  const replace = (at: Span, replacement: string, what = `${shown(source(at))} → ${shown(replacement)}`): void => {
    const line = text.slice(0, at.start).split('\n').length;
    mutations.push({ start: at.start, end: at.end, replacement, line, what });
  };
  const operator = (node: Span, left: Span, right: Span, from: string): void => {
    const to = OPERATORS.get(from);
    if (to === undefined) return;
    const between = text.slice(left.end, right.start);
    const at = left.end + between.indexOf(from);
    const [before, after] = [text.slice(node.start, at), text.slice(at + from.length, node.end)];
    // Mixed with `??`, the others need brackets.
    const changed = from === '??' ? `((${source(left)}) && (${source(right)}))` : `(${before}${to}${after})`;
    replace(node, changed, `${shown(source(left))} ${from} → ${to} ${shown(source(right))}`);
  };
  const condition = (test: Span): void => {
    replace(test, 'true');
    replace(test, 'false');
  };
  const types = new Set<unknown>();
  new Visitor({
    TSLiteralType: ({ literal }) => void types.add(literal),
    BinaryExpression: (node) => operator(node, node.left, node.right, node.operator),
    LogicalExpression: (node) => operator(node, node.left, node.right, node.operator),
    ConditionalExpression: ({ test }) => condition(test),
    IfStatement: ({ test }) => condition(test),
    // `while (true)` says nothing: its mutant never ends.
    WhileStatement: ({ test }) => replace(test, 'false'),
    UnaryExpression: (node) => node.operator === '!' && replace(node, `(${source(node.argument)})`),
    Literal(node) {
      if (types.has(node)) return;
      if (typeof node.value === 'boolean') replace(node, String(!node.value));
      if (typeof node.value === 'number') replace(node, String(node.value + 1));
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      if (LEFT_OUT.has(name)) replace(node, source(callee.object));
      else if (METHODS.has(name)) replace(callee.property, METHODS.get(name) ?? name);
    },
    YieldExpression: (node) => replace(node, 'undefined'),
    ArrayExpression: (node) => node.elements.length > 0 && replace(node, '[]'),
    ContinueStatement: (node) => replace(node, ';'),
    BreakStatement: (node) => node.label === null && replace(node, ';'),
    ReturnStatement(node) {
      if (node.argument === null) replace(node, ';');
    },
  }).visit(parseSync(path, text).program);
  return mutations.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** Returns the text with a mutation in it. */
export function mutated(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function shown(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 60 ? line : `${line.slice(0, 28)} … ${line.slice(-28)}`;
}
