/**
 * Tells whether a post may come from the page itself: browsers say where a request comes from, and another site cannot make
 * them lie. A client that says nothing is no browser, and brings nobody's cookies with it.
 */
export function isSameOrigin(request: Request, origin: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const from = request.headers.get('origin');
  return from === null || from === origin || from === new URL(request.url).origin;
}
