import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Metric of a component, read on each scrape. With a label, there is a value for each value of the label. */
export type Metric = { name: string; help: string } & (
  | { type: 'counter' | 'gauge'; label?: undefined; read: () => number }
  | { type: 'gauge'; label: string; read: () => [labelValue: string, value: number][] }
);

/** Metrics of components. A histogram belongs to no registry before. */
export type Metrics = (Metric | Histogram)[];

/** Counts and times requests by method, route and status, and serves all metrics in Prometheus format on a separate port. */
export function measureRequests(
  app: FastifyInstance,
  { host, port, metrics }: { host: string; port: number; metrics: Metrics },
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'earshot_http_request_duration_seconds',
    help: 'Time to answer an HTTP request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });

  for (const metric of metrics)
    if (metric instanceof Histogram) registry.registerMetric(metric);
    else register(registry, metric);

  let server: Server | undefined;
  app.addHook('onListen', async () => {
    server = createServer((request, response) => {
      if (request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    await new Promise<void>((resolve, reject) => server?.once('error', reject).listen(port, host, resolve));
  });
  app.addHook('onClose', () => {
    server?.closeAllConnections();
    server?.close();
  });
}

function register(registry: Registry, metric: Metric): void {
  const { name, help } = metric;
  const registers = [registry];
  if (metric.label !== undefined) {
    const { label, read } = metric;
    const collect = () => {
      for (const [labelValue, value] of read()) gauge.set({ [label]: labelValue }, value);
    };
    const gauge: Gauge = new Gauge({ name, help, registers, labelNames: [label], collect });
    return;
  }
  const { type, read } = metric;
  if (type === 'gauge') {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
    return;
  }
  const collect = () => {
    counter.reset();
    counter.inc(read());
  };
  const counter: Counter = new Counter({ name, help, registers, collect });
}
