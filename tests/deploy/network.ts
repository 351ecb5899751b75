/** Which connections an overlay's NetworkPolicies allow, by the rules of the Kubernetes API (networking.k8s.io/v1). */
import { BlockList, isIPv6 } from 'node:net';
import type { Labels, Manifest } from './rendered.ts';

interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}

interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports?: { protocol?: string; port: number }[];
}

interface PolicySpec {
  podSelector: Selector;
  policyTypes: Direction[];
  ingress?: Rule[];
  egress?: Rule[];
}

export type Direction = 'Ingress' | 'Egress';

/** A pod, in the policies' own namespace unless another one's labels are given; or an address outside the cluster. */
export type Endpoint = { labels: Labels; namespace?: Labels } | { address: string };

export class Network {
  private readonly policies: PolicySpec[];

  constructor(manifests: Manifest[]) {
    this.policies = manifests
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .map(({ spec }) => spec as PolicySpec);
  }

  /** Whether any policy selects this pod; one that none selects may do everything. */
  isIsolated(labels: Labels, direction: Direction): boolean {
    return this.selecting(labels, direction).length > 0;
  }

  /** `Egress`: whether the pod may open a connection to the peer. `Ingress`: whether the peer may open one to the pod. */
  allows(labels: Labels, direction: Direction, peer: Endpoint, port: number, protocol = 'TCP'): boolean {
    const policies = this.selecting(labels, direction);
    if (policies.length === 0) return true;
    const rules = policies.flatMap(
      policy => (direction === 'Ingress' ? policy.ingress : policy.egress) ?? [],
    );
    return rules.some(rule => matchesPort(rule, port, protocol) && matchesPeers(rule.from ?? rule.to, peer));
  }

  private selecting(labels: Labels, direction: Direction): PolicySpec[] {
    return this.policies.filter(
      policy => policy.policyTypes.includes(direction) && matches(policy.podSelector, labels),
    );
  }
}

function matchesPort({ ports }: Rule, port: number, protocol: string): boolean {
  return (
    ports === undefined || ports.some(each => each.port === port && (each.protocol ?? 'TCP') === protocol)
  );
}

function matchesPeers(peers: Peer[] | undefined, endpoint: Endpoint): boolean {
  return peers === undefined || peers.some(peer => matchesPeer(peer, endpoint));
}

function matchesPeer({ ipBlock, podSelector, namespaceSelector }: Peer, endpoint: Endpoint): boolean {
  if ('address' in endpoint) return ipBlock !== undefined && contains(ipBlock, endpoint.address);
  if (ipBlock !== undefined) return false;
  const ownNamespace = endpoint.namespace === undefined;
  const inNamespace = namespaceSelector ? matches(namespaceSelector, endpoint.namespace ?? {}) : ownNamespace;
  return inNamespace && matches(podSelector ?? {}, endpoint.labels);
}

function contains({ cidr, except = [] }: { cidr: string; except?: string[] }, address: string): boolean {
  return isWithin([cidr], address) && !isWithin(except, address);
}

function isWithin(cidrs: string[], address: string): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', bits] = cidr.split('/');
    if (isIPv6(network) === isIPv6(address)) list.addSubnet(network, Number(bits), family);
  }
  return list.check(address, family);
}

function matches({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  const equal = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  return (
    equal &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`the operator ${operator} is not understood here`);
      return values.includes(labels[key] ?? '');
    })
  );
}
