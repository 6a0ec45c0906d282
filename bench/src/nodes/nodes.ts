// Measures one, two and three nodes over one PostgreSQL and one ClickHouse: requests per second, the processor time of each part, the part
// that limits them, and the events that each node forwards. Each node has a share of a core, so that a small machine has the rest for the
// other parts: `npm run -w bench nodes -- --share 0.25 --seconds 6`. Requires Linux and root.
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort, type ServerProcess } from '@earshot/server/testing/process';
import { createToken, printLine, printTable, startEarshot, withFolder } from '../measure.ts';
import { readMetrics } from '../metrics.ts';
import { startBackends } from './backends.ts';
import { limitProcessor, readUsage, subtractUsage, type Usage } from './processors.ts';
import { loadNodes, prepareWorks, type Work } from './works.ts';

const { values } = parseArgs({
  options: {
    /** Share of a core that a node may use. */
    share: { type: 'string', default: '0.25' },
    /** Duration of each measurement. */
    seconds: { type: 'string', default: '6' },
  },
});
const share = Number(values.share);
const seconds = Number(values.seconds);

const MAX_NODES = 3;
/** Duration of each kind of request on a new node without its limit: compilation would take most of a small share. */
const WARM_UP_S = 1.5;
/** A node that joins has its share of the partitions after some seconds. */
const JOIN_S = 3;
/** A part that uses more of what it may use is the limit. */
const BUSY = 0.9;

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const percent = (part: number) => `${(100 * part).toFixed(0)} %`;

/** Names what limits the throughput, by the used part of a node’s share and of cores. */
function findLimit(used: { node: number } & Omit<Usage, 'nodes'>, total: number): string {
  if (used.node > BUSY) return 'nodes';
  if (used.load > BUSY) return 'load';
  return total / cpus().length > BUSY ? 'machine' : 'commits and locks';
}

await withFolder(async (folder) => {
  await using cleanups = new AsyncDisposableStack();
  const backends = await startBackends(cleanups);
  const nodes: (ServerProcess & { metricsPort: number })[] = [];
  let works: Work[] | undefined;

  async function addNode(): Promise<Work[]> {
    const metricsPort = await freePort();
    const more = { EARSHOT_METRICS_PORT: String(metricsPort), EARSHOT_TRUST_PROXY: '1' };
    const node = await startEarshot(join(folder, `node-${nodes.length}`), { ...backends.settings, ...more });
    let release: (() => void) | undefined;
    cleanups.defer(async () => {
      await node.end('SIGTERM');
      release?.();
    });
    works ??= await prepareWorks(node, createToken({ ...backends.settings, EARSHOT_DATA_DIR: folder }));
    for (const work of works) await loadNodes([node.url], work, WARM_UP_S);
    await backends.drain();
    release = limitProcessor(node.child.pid as number, share);
    nodes.push({ ...node, metricsPort });
    return works;
  }

  const readForwarded = () => Promise.all(nodes.map(async ({ metricsPort }) => (await readMetrics(metricsPort)).forwarded));
  const readParts = () => readUsage({ ...backends.pids, nodes: nodes.map(({ child }) => child.pid as number), load: [] });

  async function measure(work: Work) {
    const urls = nodes.map(({ url }) => url);
    if (work.isForwarded) await loadNodes(urls, work, JOIN_S);
    await backends.drain();
    const before = { parts: readParts(), bytes: await backends.readBytes(), forwarded: await readForwarded() };
    const countForwarded = async () => (await readForwarded()).map((count, index) => count - (before.forwarded[index] ?? 0));
    const perSecond = await loadNodes(urls, work, seconds);
    const during = subtractUsage(readParts(), before.parts);
    const visible = sum(await countForwarded()) / seconds;
    await backends.drain();
    const total = subtractUsage(readParts(), before.parts);
    const { wal, size } = await backends.readBytes();
    const bytes = [wal - before.bytes.wal, size - before.bytes.size];
    return { perSecond, during, total, visible, bytes, forwarded: await countForwarded() };
  }

  const speeds = [['', 'nodes', 'requests/s', 'ratio', 'node', 'PostgreSQL', 'ClickHouse', 'load', 'others', 'limit']];
  const costs = [['', 'nodes', 'node µs', 'PostgreSQL µs', 'ClickHouse µs', 'WAL bytes', 'PostgreSQL bytes']];
  const ofOneNode = new Map<string, number>();
  while (nodes.length < MAX_NODES)
    for (const work of await addNode()) {
      const { perSecond, during, total, visible, bytes, forwarded } = await measure(work);
      const baseline = ofOneNode.get(work.name) ?? perSecond;
      ofOneNode.set(work.name, baseline);
      const cores = (ms: number) => ms / (1_000 * seconds);
      const node = cores(during.nodes) / nodes.length / share;
      const used = {
        node,
        PostgreSQL: cores(during.PostgreSQL),
        ClickHouse: cores(during.ClickHouse),
        load: cores(during.load),
        others: cores(during.others),
      };
      const limit = findLimit(used, cores(sum(Object.values(during))));
      const begin = [work.name, String(nodes.length)];
      const ratio = (perSecond / baseline).toFixed(2);
      speeds.push([...begin, perSecond.toFixed(0), ratio, ...Object.values(used).map(percent), limit]);
      const requests = perSecond * seconds;
      const perRequest = [total.nodes, total.PostgreSQL, total.ClickHouse].map((ms) => (1_000 * ms) / requests);
      costs.push([...begin, ...[...perRequest, ...bytes.map((count) => count / requests)].map((figure) => figure.toFixed(0))]);
      if (work.isForwarded)
        printLine(`nodes: ${nodes.length}; ${visible.toFixed(0)} events/s visible; forwarded by each: ${forwarded.join(', ')}`);
    }
  printLine(
    `A node may use ${share} of a core; its column is the used part of this share, others are in cores (of ${cpus().length}).`,
  );
  printTable(speeds);
  printTable(costs);
});
