/** Lint rule for comments of the source: three patterns that make a comment harder to read. See CONTRIBUTING.md, "How we write". */

interface Comment {
  readonly type: string;
  readonly value: string;
}

interface RuleContext {
  readonly sourceCode: { getAllComments(): readonly Comment[] };
  report(problem: { readonly node: Comment; readonly message: string }): void;
}

/** Patterns, and what to write instead. */
const PATTERNS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^\*\s*(?:\*\s*)?(?:What|Whether|Tells)\b/, 'Begin a doc comment with a noun, a verb or "True if".'],
  [/\b(?:nobody|somebody|whoever)\b/i, 'Name the caller, the reader or the user, or write "no one" or "someone".'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer|more|less|such)/i, 'Write "is not a" or "has no".'],
];

export default {
  meta: { name: 'comments' },
  rules: {
    plain: {
      create(context: RuleContext) {
        return {
          Program(): void {
            for (const comment of context.sourceCode.getAllComments()) {
              for (const [pattern, message] of PATTERNS) {
                if (pattern.test(comment.value)) context.report({ node: comment, message });
              }
            }
          },
        };
      },
    },
  },
};
