/** Tells whether both camera checks have a try that succeeded. */
export function haveSucceeded(checks: {
  readonly liveness?: Check | undefined;
  readonly identity_document?: Check | undefined;
}): boolean {
  return [checks.liveness, checks.identity_document].every((check) =>
    check?.attempts?.some(({ status }) => status === 'success'),
  );
}

interface Check {
  readonly attempts?: readonly { readonly status: string }[] | undefined;
}
