/** Whether only this machine is meant by a host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** An address as it may be shown: without credentials and query. */
export function shownTarget(target: string): string {
  const { origin, pathname } = new URL(target);
  return `${origin}${pathname}`;
}
