/** Writes where a payload came from: its input, and its line if there is one payload per line. */
export function placeText({ source, line }: { readonly source: string; readonly line?: number | undefined }): string {
  const name = source || 'without a name';
  return line === undefined ? name : `${name}:${line}`;
}
