import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';

import { isLoopback } from './loopback.ts';

export interface CallRoute {
  readonly to: (url: string) => Dispatcher;
  readonly close: () => Promise<void>;
}

/** Creates dispatchers by HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Calls to this machine never use a proxy. */
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

/** Returns advice about proxies for an unreachable URL; undefined for this machine. */
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
