/** Tells whether tries are numbered 1, 2, 3 … in the order of the array. */
export function areNumbered(attempts: readonly { readonly attempt: number }[]): boolean {
  return attempts.every(({ attempt }, index) => attempt === index + 1);
}

/** Tells whether no try was made before the one that it follows. */
export function areOrdered(attempts: readonly { readonly created_at: string }[]): boolean {
  return attempts.every(({ created_at }, index) => {
    const before = attempts[index - 1]?.created_at ?? created_at;
    return !(Date.parse(before) > Date.parse(created_at));
  });
}
