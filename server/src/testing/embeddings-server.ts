import { startReceiver } from './receiver.ts';

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
  const receiver = await startReceiver();
  const server: EmbeddingsServer = { url: new URL('/v1', receiver.url).href, asked: [], isAway: false };
  const embed = (text: string) => {
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
    return ideas.map((idea) => words.filter((word) => idea.includes(word)).length - 0.01);
  };
  receiver.answer((response, { path, headers, body }) => {
    const { model, input } = JSON.parse(body) as { model: string; input: string[] };
    server.asked.push({ model, input, authorization: headers.authorization });
    if (server.isAway || path !== '/v1/embeddings') response.writeHead(server.isAway ? 503 : 404).end();
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        // In no order: each says which text it is of.
        .end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: embed(text) })).toReversed() }));
  });
  return server;
}
