/** Methods that change nothing, so that a call may be repeated. @see RFC 9110, "9.2.1", "9.2.2" */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
