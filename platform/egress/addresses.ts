/**
 * Decides which addresses the service may connect to for a caller. Only public unicast addresses are allowed; all
 * others are refused unless EGRESS_ALLOW names their network.
 */
import ipaddr from 'ipaddr.js';

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** For IPv6 only this block is allowed: the global unicast block that IANA allocates from (RFC 4291, 2000::/3). */
const IPV6_GLOBAL: Network = [ipaddr.parse('2000::'), 3];

/** Blocks within 2000::/3 that are not public: IPv4 wrapped in IPv6, documentation, benchmarking, ORCHID. */
const IPV6_REFUSED: readonly Network[] = ['2002::/16', '2001::/23', '2001:db8::/32', '3fff::/20'].map(
  text => ipaddr.parseCIDR(text) as Network,
);

/**
 * Blocks that the registries call unicast but that are internal in practice: the metadata and wire server of a large
 * cloud, for instance.
 */
const IPV4_REFUSED: readonly Network[] = [
  '168.63.129.16/32',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
].map(text => ipaddr.parseCIDR(text) as Network);

export function parseNetworks(cidrs: readonly string[]): Network[] {
  return cidrs.map(cidr => ipaddr.parseCIDR(cidr) as Network);
}

/**
 * Classifies an address as DNS or the socket gives it. An address with a zone index, or one that cannot be parsed, is
 * refused.
 */
export function classify(address: string, allowed: readonly Network[]): 'public' | 'allowed' | 'refused' {
  if (!ipaddr.isValid(address) || address.includes('%')) return 'refused';
  const parsed = ipaddr.process(address);
  if (within(parsed, allowed)) return 'allowed';
  const isPublic =
    parsed.kind() === 'ipv4'
      ? parsed.range() === 'unicast' && !within(parsed, IPV4_REFUSED)
      : within(parsed, [IPV6_GLOBAL]) && !within(parsed, IPV6_REFUSED);
  return isPublic ? 'public' : 'refused';
}

function within(address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
