import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';

/** What calls to a service travel on. */
export interface CallRoute {
  /** The way to `url`: through the HTTP proxy that the environment names for it, or straight there. */
  readonly to: (url: string) => Dispatcher;
  readonly close: () => Promise<void>;
}

/**
 * Opens the way to a service. HTTPS_PROXY, HTTP_PROXY and NO_PROXY are those of the environment, in either letter case; calls
 * to this machine never go through a proxy.
 */
export function createCallRoute(options: Agent.Options): CallRoute {
  const direct = new Agent(options);
  const proxied = new EnvHttpProxyAgent(options);
  return {
    to: (url) => (isLoopback(new URL(url).hostname) ? direct : proxied),
    close: async () => {
      await Promise.all([direct.destroy(), proxied.destroy()]);
    },
  };
}

/** Says what to check about proxies if `url` cannot be reached; nothing for an address of this machine. */
export function proxyHint(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  if (isLoopback(hostname)) return undefined;
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const isSet = [name, name.toLowerCase()].some((each) => (process.env[each] ?? '') !== '');
  return isSet
    ? `Calls go through the proxy in ${name}: check it, or list the host in NO_PROXY.`
    : `If only an HTTP proxy leads out, set ${name}.`;
}

/** Whether a host name, as URLs have it, stands for this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
