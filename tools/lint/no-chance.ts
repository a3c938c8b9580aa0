/**
 * Lint rule for tests: they must not read the clock, unseeded random values, or the memory of their process, nor replace a module for
 * the files that come after them, nor end after a time that a busy machine may need. Oxlint has rules against properties, but none
 * against `new Date()`. Files that have to do it are listed in `.oxlintrc.json`, with a reason each.
 */

/** Node of the syntax tree, with the properties that the rule reads. */
interface SyntaxNode {
  readonly type: string;
  readonly name?: string;
  readonly computed?: boolean;
  readonly arguments?: readonly SyntaxNode[];
  readonly object?: SyntaxNode;
  readonly property?: SyntaxNode;
  readonly callee?: SyntaxNode;
  readonly imported?: SyntaxNode;
  readonly source?: { readonly value: string };
  readonly specifiers?: readonly SyntaxNode[];
  readonly properties?: readonly SyntaxNode[];
  readonly key?: SyntaxNode;
  readonly value?: unknown;
}

interface RuleContext {
  report(problem: { readonly node: SyntaxNode; readonly message: string }): void;
}

const TIME = 'Pass a clock in, or count steps.';
const RANDOM = 'Use a fixed value, or `seededRandom(SEED)` of tools/testing/sample.ts.';
const MEMORY = 'Measure a process that does nothing else.';
const MODULE = 'Files of tests share their modules: start a process that has another one.';

/** Properties that no test reads, and what to do instead. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  'Date.now': TIME,
  'performance.now': TIME,
  'performance.timeOrigin': TIME,
  'process.hrtime': TIME,
  'process.uptime': TIME,
  'Math.random': RANDOM,
  'crypto.getRandomValues': RANDOM,
  'crypto.randomBytes': RANDOM,
  'crypto.randomInt': RANDOM,
  'crypto.randomUUID': RANDOM,
  'process.memoryUsage': MEMORY,
  'vi.mock': MODULE,
  'vi.doMock': MODULE,
};

/** Least limits of time, in milliseconds: the general ones of `vitest.config.ts`. */
const LEAST: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['it', 'test', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'].map((name) => [name, 600_000]),
  ),
  'expect.poll': 60_000,
  'vi.waitFor': 60_000,
  'vi.waitUntil': 60_000,
};

const FROM_CRYPTO = /^(?:node:)?crypto$/;

const nameOf = ({ object, property, computed }: SyntaxNode): string =>
  computed === true || object?.type !== 'Identifier' ? '' : `${object.name}.${property?.name}`;

const isDate = (node: SyntaxNode): boolean => node.callee?.type === 'Identifier' && node.callee.name === 'Date';

/** Returns what a call begins with: `it` of `it.each(cases)('name', run)`, `expect.poll` of `expect.poll(look)`. */
function rootOf({ type, name, callee, object, property }: SyntaxNode): string {
  if (type === 'Identifier') return name ?? '';
  const inner = callee ?? object;
  // A method of a result is not of Vitest.
  if (inner === undefined || object?.type === 'CallExpression') return '';
  const root = rootOf(inner);
  return (root === 'expect' || root === 'vi') && property !== undefined ? `${root}.${property.name}` : root;
}

/** Lists the limits of time that are given to a function of Vitest, as its last argument or as an option. */
function limitsOf({ arguments: given = [] }: SyntaxNode): readonly SyntaxNode[] {
  const options = given.flatMap(({ properties = [] }) => properties.filter(({ key }) => key?.name === 'timeout'));
  return [...given.slice(1), ...options.map(({ value }) => value as SyntaxNode)];
}

export default {
  meta: { name: 'tests' },
  rules: {
    'no-chance': {
      create(context: RuleContext) {
        const forbid = (node: SyntaxNode, name: string, instead: string): void =>
          context.report({ node, message: `\`${name}\` makes a test depend on chance. ${instead}` });
        return {
          MemberExpression(node: SyntaxNode): void {
            const name = nameOf(node);
            const instead = FORBIDDEN[name];
            if (instead !== undefined) forbid(node, name, instead);
          },
          NewExpression(node: SyntaxNode): void {
            if (isDate(node) && node.arguments?.length === 0) forbid(node, 'new Date()', TIME);
          },
          CallExpression(node: SyntaxNode): void {
            if (isDate(node)) forbid(node, 'Date()', TIME);
            const least = LEAST[rootOf(node)] ?? 0;
            for (const limit of limitsOf(node)) {
              if (typeof limit.value === 'number' && limit.value < least)
                forbid(limit, String(limit.value), 'Leave the general limit, count steps, or measure processor time.');
            }
          },
          ImportDeclaration({ source, specifiers = [] }: SyntaxNode): void {
            if (!FROM_CRYPTO.test(source?.value ?? '')) return;
            for (const specifier of specifiers) {
              const name = `crypto.${specifier.imported?.name}`;
              const instead = FORBIDDEN[name];
              if (instead !== undefined) forbid(specifier, name, instead);
            }
          },
        };
      },
    },
  },
};
