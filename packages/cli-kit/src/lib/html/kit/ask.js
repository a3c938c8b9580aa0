/// <reference lib="dom" />

/** Takes the token out of the address, so that neither the address bar nor the history keeps it. @param {string} key Of the tab's storage. */
function takeToken(key) {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return sessionStorage.getItem(key) ?? '';
  sessionStorage.setItem(key, token);
  history.replaceState(null, '', location.pathname);
  return token;
}

/**
 * Creates what requests of a page are made with: they carry the token of its address as a bearer.
 *
 * @param {string} name Of the page, for the tab's storage.
 */
export function createAsk(name) {
  const key = `${name}.token`;
  const token = takeToken(key);
  // The same tab may be given the address of another start.
  addEventListener('hashchange', () => {
    takeToken(key);
    location.reload();
  });

  /** @param {string} path @param {RequestInit} [options] */
  const ask = async (path, options = {}) => {
    const headers = new Headers(options.headers);
    if (token !== '') headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(path, { ...options, headers });
    if (response.ok) return response;
    /** @type {{ error?: string | { message?: string, issues?: { path: string, message: string }[] } }} */
    const { error } = await response.json().catch(() => ({}));
    const { message, issues = [] } = typeof error === 'string' ? { message: error } : (error ?? {});
    const details = issues.map((issue) => ` ${issue.path}: ${issue.message}.`).join('');
    throw new Error(`${message ?? `The server answered ${response.status}.`}${details}`);
  };

  /** @param {string} method @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
  const sendJson = (method, path, body, signal) =>
    ask(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: signal ?? null,
    });

  return { ask, sendJson };
}
