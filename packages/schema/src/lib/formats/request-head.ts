import * as z from 'zod';

/** Characters of a method and of the name of a header. @see RFC 9110, "Tokens" */
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

/**
 * The head of a request. An archive or a file may be foreign, and the head is sent again, written into scripts and
 * shown: a path that does not begin with "/" could change the host of an address, a line break could add an option or a header.
 */
export const requestHead = z.object({
  method: z.string().regex(TOKEN, 'its method is not a method of HTTP'),
  /** Path and query as they were asked for; what looks like a secret in the query is `[redacted]`. */
  path: z
    .string()
    .regex(/^\/[!-~\u0080-\uFFFF]*$/, 'its path does not begin with "/", or has a space or control character'),
  /** As they travelled: order, case and repeats kept; without Authorization, other secrets are `[redacted]`. */
  headers: z.array(
    z.tuple([
      z.string().regex(TOKEN, 'a header of it has a name that HTTP does not allow'),
      z.string().regex(/^[\t -~\u0080-\uFFFF]*$/, 'a header of it has a line break or control character in its value'),
    ]),
  ),
});

/**
 * Returns what keeps a request from being sent again, as a clause such as `its path …`; undefined if nothing does, or if it is
 * no request.
 */
export function requestHeadProblem(request: unknown): string | undefined {
  return requestHead.safeParse(request).error?.issues.find(({ code }) => code === 'invalid_format')?.message;
}
