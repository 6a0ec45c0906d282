import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, VARIABLES } from './platform/config/config.ts';
import { START } from './testing/process.ts';

// Checks the files that install Earshot: their format, their variables, and that they contain no secrets.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const find = (pattern: string) => globSync(pattern, { cwd: ROOT }).toSorted();

const COMPOSE = find('deploy/{compose*.yaml,coolify.yaml,*/docker-compose.yml}');
const KUSTOMIZATIONS = find('deploy/kubernetes/*/kustomization.yaml');

type Environment = Record<string, string>;

interface Service {
  image?: string;
  build?: string;
  command?: string[];
  healthcheck?: { test: string[] };
  volumes?: string[];
  expose?: string[];
  environment?: Environment | string[];
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: { template?: { spec: PodSpec } };
}

interface PodSpec {
  securityContext: { runAsNonRoot: boolean; runAsUser: number; seccompProfile: { type: string } };
  enableServiceLinks: boolean;
  containers: Container[];
}

interface Container {
  env?: { name: string; value: string }[];
  securityContext: object;
  ports: { name: string; containerPort: number }[];
  volumeMounts: { mountPath: string }[];
  livenessProbe: Probe;
  readinessProbe: Probe;
}

interface Probe {
  httpGet: { path: string; port: string };
}

/** Returns the variables of a service with their values as written. A variable without a value gets an empty one. */
function environmentOf({ environment = {} }: Service): Environment {
  if (!Array.isArray(environment)) return environment;
  return Object.fromEntries(environment.map((line) => /^([^=]+)=?(.*)$/s.exec(line)?.slice(1) as [string, string]));
}

/** Replaces `${NAME:?error}` with a sample and `${NAME:-default}` with the default, as Compose does. */
const interpolate = (text: string): string =>
  text.replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_all, name: string, operator: string, rest: string) =>
    operator === '-' ? rest : (SAMPLES[name] ?? 'sample'),
  );
const SAMPLES: Environment = {
  EARSHOT_PUBLIC_URL: 'https://feedback.example.com',
  DOMAIN: 'feedback.example.com',
  SERVICE_URL_EARSHOT: 'https://feedback.example.com',
};

/** Variables that other programs read in the container of Earshot. */
const FOREIGN = /^(?:NODE_ENV|SERVICE_URL_EARSHOT_4000)$/;

/** Fails for unknown variables and invalid values. */
function assertConfig(env: Environment, file: string): void {
  const unknown = Object.keys(env).filter((name) => !(name in VARIABLES) && !FOREIGN.test(name));
  assert.deepEqual(unknown, [], file);
  assert.doesNotThrow(() => readConfig(env), file);
}

const dockerfile = read('Dockerfile');
/** The variables that the image sets. */
const IMAGE_ENV: Environment = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => line.split(' ').map((pair) => pair.split('='))),
);

/** A message of the linter, whose types TypeScript cannot resolve. */
interface Problem {
  rule: string;
  message: string;
}

test('compose files conform to the Compose specification', () => {
  assert.ok(COMPOSE.length >= 4);
  const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] });
  for (const { filePath, messages } of linter.lintFiles(
    COMPOSE.map((file) => join(ROOT, file)),
    false,
  )) {
    const errors = messages.filter(({ rule }: Problem) => rule.startsWith('invalid-')).map(({ message }: Problem) => message);
    assert.deepEqual(errors, [], filePath);
  }
});

test('services of compose files start Earshot with known variables and valid values', () => {
  for (const file of COMPOSE) {
    const { services } = parse(read(file), { merge: true }) as { services: Record<string, Service> };
    const own = Object.values(services).filter(({ build }) => build);
    assert.ok(own.length, file);
    for (const service of own) {
      const values = Object.entries(environmentOf(service)).map(([name, value]) => [name, interpolate(value)]);
      assertConfig({ ...IMAGE_ENV, ...(Object.fromEntries(values) as Environment) }, file);
    }
    // Other images are pinned to a version.
    const images = Object.values(services).map(({ image }) => image ?? 'earshot:0');
    assert.deepEqual(
      images.filter((image) => !/:v?\d/.test(image)),
      [],
    );
  }
});

test('services of compose files are backed up and observed', () => {
  for (const file of COMPOSE) {
    const { services } = parse(read(file), { merge: true }) as { services: Record<string, Service> };
    for (const [name, service] of Object.entries(services)) {
      const { EARSHOT_BACKUP_TARGET: target, EARSHOT_METRICS_PORT: metrics, ...env } = environmentOf(service);
      // Clusters are backed up with their own tools.
      if (service.build && !env['EARSHOT_CLICKHOUSE_CLUSTER']) {
        const folder = interpolate(target ?? '');
        assert.ok(
          service.volumes?.some((volume) => volume.endsWith(`:${folder}`)),
          `${file}: ${folder} is a volume`,
        );
        assert.match(dockerfile, new RegExp(`^ .* install -d -o earshot .* ${folder}$`, 'm'), 'the user of the image may write');
      }
      if (metrics) assert.deepEqual(service.expose, [metrics], file);
      // The image of Earshot has its own check. Caddy has no state, and the bucket exits.
      const isChecked = service.build ?? service.healthcheck ?? ['caddy', 'bucket'].includes(name);
      assert.ok(isChecked, `${file}: ${name} has a health check`);
    }
  }
  const keeper = parse(read('deploy/scale/keeper.yaml')) as { keeper_server: { http_control: { port: number } } };
  assert.match(read('deploy/compose.scale.yaml'), new RegExp(`127\\.0\\.0\\.1:${keeper.keeper_server.http_control.port}/ready`));
});

test('compose files contain no passwords and no default passwords', () => {
  const required = /^\$\{\w+:\?[^}]+\}$/;
  for (const file of COMPOSE) {
    const { services } = parse(read(file), { merge: true }) as { services: Record<string, Service> };
    for (const service of Object.values(services)) {
      for (const [name, value] of Object.entries(environmentOf(service))) {
        if (/PASSWORD|SECRET|KEY|TOKEN/.test(name))
          for (const part of value.split(/(?<=\}):/)) assert.match(part, required, `${file}: ${name}`);
        const [, password] = /\/\/[^/:]+:(.+)@/s.exec(value) ?? [];
        if (password) assert.match(password, required, `${file}: ${name}`);
      }
    }
  }
});

/** The manifests that a kustomization lists, with those of its bases. */
function listManifests(kustomization: string): { file: string; manifests: Manifest[] }[] {
  const { resources } = parse(read(kustomization)) as { resources: string[] };
  return resources.flatMap((path) => {
    const file = join(dirname(kustomization), path);
    if (!path.endsWith('.yaml')) return listManifests(join(file, 'kustomization.yaml'));
    return [{ file, manifests: parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest) }];
  });
}

test('Kubernetes manifests conform to the schemas of Kubernetes', async () => {
  const listed = new Set<string>();
  for (const { file, manifests } of KUSTOMIZATIONS.flatMap(listManifests)) {
    listed.add(file);
    for (const manifest of manifests) {
      const module = (await import(`kubernetes-models/${manifest.apiVersion}/${manifest.kind}`)) as Record<
        string,
        new (data: Manifest) => { validate: () => void }
      >;
      const Model = module[manifest.kind];
      assert.ok(Model, file);
      assert.doesNotThrow(() => new Model(manifest).validate(), file);
    }
  }
  const all = find('deploy/kubernetes/*/*.yaml').filter((file) => !file.endsWith('kustomization.yaml'));
  assert.deepEqual([...listed].toSorted(), all);
});

test('pods conform to the restricted Pod Security Standard and set valid variables', () => {
  const pods = KUSTOMIZATIONS.flatMap((kustomization) => {
    const { configMapGenerator = [] } = parse(read(kustomization)) as { configMapGenerator?: { literals: string[] }[] };
    const literals = configMapGenerator.flatMap((map) => map.literals);
    return listManifests(kustomization)
      .flatMap(({ file, manifests }) => manifests.map(({ spec }) => ({ file, pod: spec?.template?.spec })))
      .flatMap(({ file, pod }) => (pod ? [{ file, pod, literals: environmentOf({ environment: literals }) }] : []));
  });
  assert.deepEqual(
    pods.map(({ file }) => file),
    ['deploy/kubernetes/embedded/stateful-set.yaml', 'deploy/kubernetes/nodes/deployment.yaml'],
  );
  for (const { file, pod, literals } of pods) {
    const { runAsNonRoot, runAsUser, seccompProfile } = pod.securityContext;
    assert.deepEqual([runAsNonRoot, runAsUser, seccompProfile.type], [true, 10_001, 'RuntimeDefault'], file);
    // Kubernetes would set EARSHOT_PORT for the service named earshot, which Earshot refuses.
    assert.equal(pod.enableServiceLinks, false, file);
    for (const { env = [], securityContext, ports, volumeMounts, livenessProbe, readinessProbe } of pod.containers) {
      const probes = [livenessProbe.httpGet, readinessProbe.httpGet].map(({ path, port }) => [path, port]);
      assert.deepEqual(probes, [
        ['/health', 'http'],
        ['/health/ready', 'http'],
      ]);
      const numbers = Object.fromEntries(ports.map(({ name, containerPort }) => [name, String(containerPort)]));
      assert.deepEqual(numbers, { http: IMAGE_ENV['PORT'], metrics: literals['EARSHOT_METRICS_PORT'] }, file);
      const target = literals['EARSHOT_BACKUP_TARGET'] ?? '';
      const isMounted = volumeMounts.some(({ mountPath }) => target.startsWith(`${mountPath}/`));
      assert.ok(isMounted || target.startsWith('s3://'), `${file}: ${target} outlives the pod`);
      const restricted = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
      assert.deepEqual(securityContext, restricted, file);
      const values = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      // The secret of an installation with several nodes.
      const secret: Environment = literals.EARSHOT_S3_BUCKET
        ? {
            DATABASE_URL: 'postgres://earshot:sample@postgres/earshot',
            CLICKHOUSE_URL: 'http://earshot:sample@clickhouse:8123/earshot',
            EARSHOT_S3_ACCESS_KEY_ID: 'sample',
            EARSHOT_S3_SECRET_ACCESS_KEY: 'sample',
          }
        : {};
      assertConfig({ ...IMAGE_ENV, ...literals, ...secret, ...values }, file);
    }
  }
});

test('the image pins its bases, has an unprivileged user, and starts like npm start', () => {
  const bases = [...dockerfile.matchAll(/^ARG \w+_IMAGE=(.+)$/gm)].map(([, image]) => image ?? '');
  assert.equal(bases.length, 2);
  for (const image of bases) assert.match(image, /:[\w.-]+@sha256:[0-9a-f]{64}$/);
  assert.match(dockerfile, /^USER 10001:10001$/m);
  const [, command = ''] = /^CMD (.+)$/m.exec(dockerfile) ?? [];
  assert.deepEqual(JSON.parse(command), ['node', ...START]);
  assertConfig(IMAGE_ENV, 'Dockerfile');
});

test('the build context of the image has all workspaces', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const lines = new Set(read('.dockerignore').split('\n'));
  assert.deepEqual(
    workspaces.filter((name) => !lines.has(`!${name}`) && !lines.has(`!${name}/package.json`)),
    [],
  );
});

test('the systemd unit starts like npm start, with valid variables', () => {
  const unit = read('deploy/earshot.service');
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
  assert.deepEqual(command.split(' '), ['/opt/earshot/node_modules/.bin/node', ...START]);
  const environment = [...unit.matchAll(/^Environment=(.+)$/gm)].map(([, line = '']) => line);
  assertConfig(environmentOf({ environment }), 'deploy/earshot.service');
});

test('templates of platforms name existing files and set valid variables', () => {
  for (const file of ['deploy/railway.json', 'deploy/captain-definition.json']) {
    const { build, dockerfilePath = build?.dockerfilePath } = JSON.parse(read(file)) as {
      build?: { dockerfilePath: string };
      dockerfilePath?: string;
    };
    assert.ok(read(dockerfilePath ?? ''), file);
  }
  const [, section = ''] = /^\[config\.env\]\n([\s\S]*)/m.exec(read('deploy/dokploy/template.toml')) ?? [];
  const pairs = [...section.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name = '', value = '']) => [name, interpolate(value)]);
  assert.ok(pairs.length);
  assertConfig(Object.fromEntries(pairs) as Environment, 'deploy/dokploy/template.toml');
});

test('files for the installation mention known variables only', () => {
  for (const file of ['Dockerfile', ...find('deploy/**/*.*')]) {
    const names = read(file).match(/(?<!\w)EARSHOT_\w+/g) ?? [];
    // An example in a comment, which Kubernetes would set.
    const unknown = names.filter((name) => !(name in VARIABLES) && name !== 'EARSHOT_SERVICE_HOST');
    assert.deepEqual(unknown, [], file);
  }
});
