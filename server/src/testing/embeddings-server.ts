import { once } from 'node:events';
import { createServer } from 'node:http';
import { after } from 'node:test';

export interface EmbeddingsServer {
  url: string;
  /** What it was asked to embed. */
  asked: { model: string; input: string[]; authorization: string | undefined }[];
  /** Whether it answers; it does at first. */
  isAway: boolean;
}

/**
 * A server that speaks the protocol of `/v1/embeddings`, with a model of a few ideas: a text is near another when they speak of the same
 * ideas, in whatever words. Ends with the test file.
 */
export async function startEmbeddingsServer(ideas: string[][]): Promise<EmbeddingsServer> {
  const state: EmbeddingsServer = { url: '', asked: [], isAway: false };
  const embed = (text: string) => {
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
    return ideas.map((idea) => words.filter((word) => idea.includes(word)).length - 0.01);
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { model, input } = JSON.parse(body) as { model: string; input: string[] };
      state.asked.push({ model, input, authorization: request.headers.authorization });
      if (state.isAway || request.url !== '/v1/embeddings') response.writeHead(state.isAway ? 503 : 404).end();
      else
        response
          .writeHead(200, { 'content-type': 'application/json' })
          // In no order: each says which text it is of.
          .end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: embed(text) })).toReversed() }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  state.url = `http://127.0.0.1:${port}/v1`;
  return state;
}
