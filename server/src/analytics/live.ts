import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Flusher } from './flusher.ts';
import type { Question, ReportDeps } from './reports/question.ts';
import { countPresent, eventsSince } from './reports/realtime.ts';

const PAUSE_MS = 2_000;
/** A proxy closes what is silent for a minute. */
const SILENCE_MS = 15_000;

/** Server-sent events: who is there, and what they do. `streams` are those that are open. */
export function streamLive(
  { flusher, streams, ...deps }: ReportDeps & { flusher: Flusher; streams: Set<ServerResponse> },
  question: Question,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  let [visitors, seq, said] = [-1, 0, Date.now()];
  let timer: NodeJS.Timeout | undefined;
  const say = (text: string) => {
    // It may have been ended while the answer was looked for.
    if (raw.writableEnded || raw.destroyed) return;
    said = Date.now();
    // A reader who takes nothing is let go: they can come again.
    if (!raw.write(text)) raw.destroy();
  };

  async function look(): Promise<void> {
    try {
      await flusher.flush();
      const now = Date.now();
      const isFirst = visitors < 0;
      const [present, news] = await Promise.all([countPresent(deps, question, now), eventsSince(deps, question, { now, seq })]);
      seq = news.seq;
      if (present !== visitors) say(`event: visitors\ndata: ${JSON.stringify({ visitors: present })}\n\n`);
      visitors = present;
      if (!isFirst) for (const event of news.events) say(`event: event\ndata: ${JSON.stringify(event)}\n\n`);
    } catch (error) {
      request.log.warn(
        { request_id: request.id, reason: (error as Error).message },
        'the live stream has nothing to say for now',
      );
    }
    if (Date.now() - said > SILENCE_MS) say(': still here\n\n');
    if (!raw.destroyed && !raw.writableEnded) timer = setTimeout(() => void look(), PAUSE_MS);
  }

  streams.add(raw);
  raw.on('close', () => {
    clearTimeout(timer);
    streams.delete(raw);
  });
  void look();
  return reply;
}
