import { Session } from 'node:inspector/promises';
import { getHeapStatistics } from 'node:v8';

const CHECK_MS = 10_000;
/** Share of a time window in which the event loop is busy. An idle server polls for jobs, which takes 1 to 3 %. */
const IDLE_UTILIZATION = 0.05;
/** Growth of the heap since the last collection that makes the next one worthwhile. */
const MIN_GROWTH_BYTES = 16 * 1024 * 1024;
/** Collections take at most this share of the time, because requests wait meanwhile. */
const MAX_SHARE = 1 / 300;

/**
 * Collects garbage of the main thread while the server is idle. V8 waits until its heap has grown, so that an idle server would keep
 * the garbage of its start, or of its last busy hour: some 40 MB.
 */
export function collectWhileIdle(): void {
  let before = performance.eventLoopUtilization();
  let collectedBytes = 0;
  let next = 0;
  const check = async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const begin = performance.now();
    if (utilization > IDLE_UTILIZATION || begin < next || usedBytes() < collectedBytes + MIN_GROWTH_BYTES) return;
    await collect();
    const end = performance.now();
    next = end + (end - begin) / MAX_SHARE;
    collectedBytes = usedBytes();
  };
  setInterval(() => void check(), CHECK_MS).unref();
}

const usedBytes = () => getHeapStatistics().used_heap_size;

async function collect(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
