import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Which images may be fetched. */
export interface ImageSources {
  /** Hosts that images are fetched from, with or without a port. None named: any public host, of deliveries whose bearer matched. */
  readonly hosts: readonly string[];
}

/** Why an image is not fetched. */
export type ImageRefusal =
  | 'host not allowed'
  | 'not https'
  | 'not a signed image URL'
  | 'expired'
  | 'bearer not checked';

const signedPath = /^\/api\/ekyc\/[^/]+\/result\/image\/$/;

/**
 * Decides whether an image URL of a delivery is fetched. Whoever can post to a capture could otherwise make it ask for any
 * address: so only URLs of the documented form are, over https, of deliveries whose bearer matched; a host that was named is taken
 * with http as well, and whatever the bearer.
 *
 * @see Specification, "Signed image URL"
 */
export function refuseImage(
  url: string,
  { sources, authentic, now }: { readonly sources: ImageSources; readonly authentic: boolean; readonly now: Date },
): ImageRefusal | undefined {
  const parsed = URL.parse(url);
  const expSeconds = Number(parsed?.searchParams.get('exp') ?? Number.NaN);
  if (parsed === null || !signedPath.test(parsed.pathname)) return 'not a signed image URL';
  if (!parsed.searchParams.has('q') || Number.isNaN(expSeconds)) return 'not a signed image URL';
  if (expSeconds * 1_000 <= now.getTime()) return 'expired';
  const { hostname, host, protocol } = parsed;
  if (sources.hosts.length > 0) {
    if (!sources.hosts.includes(host) && !sources.hosts.includes(hostname)) return 'host not allowed';
    return protocol === 'https:' || protocol === 'http:' ? undefined : 'not https';
  }
  if (protocol !== 'https:') return 'not https';
  if (isPrivateAddress(hostname)) return 'host not allowed';
  return authentic ? undefined : 'bearer not checked';
}

const privateAddresses = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, bits, 'ipv4');
  privateAddresses.addSubnet(`::ffff:${network}`, 96 + bits, 'ipv6');
}
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fec0::', 10],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, bits, 'ipv6');
}

/** Tells whether an address is of this machine or its network; false for a name. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '');
  const family = isIP(bare);
  return family !== 0 && privateAddresses.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}

/** Looks a name up, as `dns.lookup` does, and fails where one of its addresses is private. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, '');
    if (addresses.some(({ address }) => isPrivateAddress(address))) {
      return callback(Object.assign(new Error('The address is private'), { code: 'EACCES' }), '');
    }
    if (options.all === true) return callback(null, addresses);
    const [first] = addresses;
    callback(null, first?.address ?? '', first?.family);
  });
};
