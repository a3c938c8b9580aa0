import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Which images may be fetched. */
export interface ImageSources {
  /**
   * Hosts to fetch from: `media.example.org` for https on its default port, `127.0.0.1:4010` for http or https on that port.
   * Default: any public host, for deliveries whose bearer matched.
   */
  readonly hosts: readonly string[];
}

/** Why an image is not fetched. */
export type ImageRefusal =
  | 'host not allowed'
  | 'not https'
  | 'not a signed image URL'
  | 'expired'
  | 'bearer not checked';

/** A slug has no encoded `/`, `\`, `.` or `%`: a server might take `%2f..%2f` for a path to somewhere else. */
const signedPath = /^\/api\/ekyc\/(?:[^/%]|%(?!2[efEF5]|5[cC]))+\/result\/image\/$/;

/**
 * Decides whether an image URL is fetched. Anyone who can post to a capture could otherwise make it request any address:
 * only URLs of the documented form are fetched, over https, of deliveries whose bearer matched. A named host needs no bearer,
 * and no https if it was named with its port. @see Specification, "Signed image URL"
 */
export function refuseImage(
  url: string,
  { sources, authentic, now }: { readonly sources: ImageSources; readonly authentic: boolean; readonly now: Date },
): ImageRefusal | undefined {
  const parsed = URL.parse(url);
  const expSeconds = Number(parsed?.searchParams.get('exp') ?? Number.NaN);
  if (parsed === null || !signedPath.test(parsed.pathname)) return 'not a signed image URL';
  if (!parsed.searchParams.has('q') || Number.isNaN(expSeconds)) return 'not a signed image URL';
  if (parsed.username !== '' || parsed.password !== '') return 'not a signed image URL';
  if (expSeconds * 1_000 <= now.getTime()) return 'expired';
  const { hostname, protocol } = parsed;
  if (protocol !== 'https:' && protocol !== 'http:') return 'not https';
  const authority = `${hostname}:${parsed.port || (protocol === 'https:' ? '443' : '80')}`;
  const isNamedWithPort = sources.hosts.includes(authority);
  if (sources.hosts.length > 0) {
    if (!isNamedWithPort && !sources.hosts.some((host) => `${host}:443` === authority)) return 'host not allowed';
    return protocol === 'https:' || isNamedWithPort ? undefined : 'not https';
  }
  if (protocol === 'http:') return 'not https';
  if (isPrivateAddress(hostname)) return 'host not allowed';
  return authentic ? undefined : 'bearer not checked';
}

/** Addresses that no public server has: this machine, its networks, documentation, relays to IPv6, groups, what is reserved. */
const privateIpv4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);

/** All public servers are within. Addresses that contain one of IPv4 (mapped, translated) are not, but for 6to4 and Teredo. */
const globalIpv6 = blockList('ipv6', [['2000::', 3]]);
/** IETF protocols with Teredo and benchmarks, documentation, 6to4. */
const privateIpv6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [network: string, bits: number])[]): BlockList {
  const list = new BlockList();
  for (const [network, bits] of subnets) list.addSubnet(network, bits, family);
  return list;
}

/** Checks whether an address belongs to no public server: to this machine or its network, for instance. False for a name. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '');
  switch (isIP(bare)) {
    case 4:
      return privateIpv4.check(bare, 'ipv4');
    case 6:
      return !globalIpv6.check(bare, 'ipv6') || privateIpv6.check(bare, 'ipv6');
    default:
      return false;
  }
}

/** Resolves a name, as `dns.lookup` does, and fails if one of its addresses is private. */
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
