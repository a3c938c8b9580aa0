/** Returns a test for ids: any of the globs matches. In a glob, `*` stands for any characters (dots included) and `?` for one. */
export function matchesGlob(globs: readonly string[]): (id: string) => boolean {
  const patterns = globs.map(
    (glob) =>
      new RegExp(
        `^${glob
          .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
          .replaceAll('*', '.*')
          .replaceAll('?', '.')}$`,
      ),
  );
  return (id) => patterns.some((pattern) => pattern.test(id));
}
