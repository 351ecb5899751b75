/** The values that operators set, and their places in the manifests. */
import type { Manifest } from '../rendered.ts';

/**
 * How a value is written. `text`: quoted; `number`: unquoted; `block`: as YAML below its key; `optional`: like `block`,
 * but left out if null or empty; `count`: a number, or left out.
 */
type Form = 'text' | 'number' | 'block' | 'optional' | 'count';

interface Parameter {
  /** Matches `KIND/NAME` of the manifests that have the parameter. */
  of: RegExp;
  /** Keys and indexes from the manifest's root. A missing last key is added. */
  path: (string | number)[];
  form: Form;
  expression: string;
}

const POD = ['spec', 'template', 'spec'];
const OPERATORS_POD = ['spec', 'jobTemplate', ...POD];

function podParameters(of: RegExp, pod: string[], values: string): Parameter[] {
  const container = [...pod, 'containers', 0];
  const optional = (path: (string | number)[], expression: string): Parameter => ({
    of,
    path,
    form: 'optional',
    expression,
  });
  return [
    { of, path: [...container, 'image'], form: 'text', expression: 'include "textrail.image" .' },
    { of, path: [...container, 'imagePullPolicy'], form: 'text', expression: '.Values.image.pullPolicy' },
    { of, path: [...container, 'resources'], form: 'block', expression: `${values}.resources` },
    optional([...pod, 'imagePullSecrets'], '.Values.image.pullSecrets'),
    optional([...pod, 'nodeSelector'], `${values}.nodeSelector`),
    optional([...pod, 'tolerations'], `${values}.tolerations`),
    optional([...pod, 'affinity'], `${values}.affinity`),
  ];
}

function roleParameters(role: string): Parameter[] {
  const of = new RegExp(`^Deployment/textrail-${role}$`);
  return [
    ...podParameters(of, POD, `.Values.${role}`),
    { of, path: ['spec', 'replicas'], form: 'count', expression: `.Values.${role}.replicas` },
  ];
}

/** The range of replicas of what scales a role, under the field names of its kind. */
function scaling(of: RegExp, role: string, words: [least: string, most: string]): Parameter[] {
  return words.map((word, index) => ({
    of,
    path: ['spec', word],
    form: 'number',
    expression: `.Values.${role}.${['minReplicas', 'maxReplicas'][index]}`,
  }));
}

function edge(name: string, peers: string, port: string): Parameter[] {
  const of = new RegExp(`^NetworkPolicy/${name}$`);
  return [
    { of, path: ['spec', 'egress', 0, 'to'], form: 'block', expression: peers },
    { of, path: ['spec', 'egress', 0, 'ports', 0, 'port'], form: 'number', expression: port },
  ];
}

const INGRESS = /^Ingress\/textrail$/;
const ROUTE = /^HTTPRoute\/textrail$/;
const SCALED = /^ScaledObject\/textrail-extractor$/;
const trigger = (index: number, key: string) => ['spec', 'triggers', index, 'metadata', key];

const PARAMETERS: Parameter[] = [
  ...['ingest', 'extractor', 'projector', 'webhooker'].flatMap(roleParameters),
  ...podParameters(/^CronJob\/textrail-operator$/, OPERATORS_POD, '.Values.operator'),
  ...podParameters(/^Job\/textrail-check$/, POD, '.Values.check'),
  {
    of: /^Deployment\/textrail-extractor$/,
    path: [...POD, 'runtimeClassName'],
    form: 'text',
    expression: '.Values.extractor.runtimeClassName',
  },
  ...scaling(SCALED, 'extractor', ['minReplicaCount', 'maxReplicaCount']),
  ...scaling(/^HorizontalPodAutoscaler\/textrail-extractor$/, 'extractor', ['minReplicas', 'maxReplicas']),
  ...scaling(/^HorizontalPodAutoscaler\/textrail-ingest$/, 'ingest', ['minReplicas', 'maxReplicas']),
  { of: SCALED, path: trigger(0, 'serverAddress'), form: 'text', expression: '.Values.prometheusAddress' },
  ...[1, 2].flatMap((index): Parameter[] => [
    {
      of: SCALED,
      path: trigger(index, 'bootstrapServers'),
      form: 'text',
      expression: '.Values.settings.KAFKA_BROKERS',
    },
    { of: SCALED, path: trigger(index, 'sasl'), form: 'text', expression: 'include "textrail.kedaSasl" .' },
  ]),
  { of: /^ConfigMap\/textrail-settings/, path: ['data'], form: 'block', expression: '.Values.settings' },
  ...edge('roles-to-kafka', '.Values.network.kafka.peers', '.Values.network.kafka.port'),
  ...edge(
    'roles-to-redis',
    '(include "textrail.redisPeers" . | fromYamlArray)',
    '.Values.network.redis.port',
  ),
  ...edge('roles-to-s3', '.Values.network.s3.peers', '.Values.network.s3.port'),
  {
    of: INGRESS,
    path: ['metadata', 'annotations'],
    form: 'block',
    expression: '.Values.ingress.annotations',
  },
  { of: INGRESS, path: ['spec', 'ingressClassName'], form: 'text', expression: '.Values.ingress.className' },
  { of: INGRESS, path: ['spec', 'rules', 0, 'host'], form: 'text', expression: '.Values.host' },
  { of: INGRESS, path: ['spec', 'tls'], form: 'optional', expression: '.Values.ingress.tls' },
  { of: ROUTE, path: ['spec', 'hostnames'], form: 'block', expression: '(list .Values.host)' },
  { of: ROUTE, path: ['spec', 'parentRefs'], form: 'block', expression: '.Values.httpRoute.parentRefs' },
];

/** Keys that are set only if the manifest has them, because a component adds them. */
const NEVER_ADDED = new Set(['runtimeClassName']);

/** The manifest with a mark in every place that a value takes. */
export function parametrised(manifest: Manifest): Manifest {
  const name = `${manifest.kind}/${manifest.metadata.name}`;
  const copy = structuredClone(manifest);
  if (copy.metadata.namespace !== undefined) copy.metadata.namespace = mark('text', '.Release.Namespace');
  if (copy.kind === 'Namespace') copy.metadata.name = mark('text', '.Release.Namespace');
  if (/^ConfigMap\/textrail-settings/.test(name)) {
    // Pods from before a rollout read their own settings until they end.
    copy.metadata.annotations = { 'helm.sh/resource-policy': 'keep' };
  }
  for (const { of, path, form, expression } of PARAMETERS) {
    if (!of.test(name)) continue;
    const key = path.at(-1) ?? '';
    const parent = path.slice(0, -1).reduce<unknown>((node, step) => Reflect.get(Object(node), step), copy);
    if (NEVER_ADDED.has(String(key)) && !Reflect.has(Object(parent), key)) continue;
    Reflect.set(Object(parent), key, mark(form, expression));
  }
  return JSON.parse(
    JSON.stringify(copy, (_, value) =>
      typeof value === 'string' && /^textrail-settings-\w+$/.test(value)
        ? mark('text', 'include "textrail.settingsName" .')
        : value,
    ),
  ) as Manifest;
}

const mark = (form: Form, expression: string) => `@${form}@ ${expression}`;

/** Turns lines of YAML with marks into lines of a template. Double braces in the manifests themselves are kept. */
export function withExpressions(lines: string[]): string[] {
  return lines.flatMap(line => {
    const [, indent = '', dash = '', key = '', form = '', quoted = ''] =
      /^( *)(- )?([\w./-]+): ["']?@(\w+)@ (.*?)["']?$/.exec(line) ?? [];
    if (form === '') return [line.replaceAll('{{', '{{ "{{" }}')];
    const expression = quoted.replaceAll('\\"', '"');
    const depth = indent.length + dash.length + 2;
    const start = `${indent}${dash}${key}:`;
    switch (form) {
      case 'text':
        return [`${start} {{ ${expression} | quote }}`];
      case 'number':
        return [`${start} {{ ${expression} }}`];
      case 'count':
        return [`{{- if ne ${expression} nil }}`, `${start} {{ ${expression} }}`, '{{- end }}'];
      case 'optional':
        return [`{{- with ${expression} }}`, `${start} {{- toYaml . | nindent ${depth} }}`, '{{- end }}'];
      default:
        return [`${start} {{- toYaml ${expression} | nindent ${depth} }}`];
    }
  });
}
