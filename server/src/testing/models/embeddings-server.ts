import { startReceiver } from '../receiver.ts';

export interface EmbeddingsServer {
  url: string;
  /** Received requests. */
  requests: { model: string; input: string[]; authorization: string | undefined }[];
  /** Whether the server responds with 503. Initially false. */
  isUnavailable: boolean;
}

/**
 * Starts a server for `/v1/embeddings` with a model of a few ideas: texts with words of the same ideas have similar vectors. It stops
 * after the test file.
 */
export async function startEmbeddingsServer(ideas: string[][]): Promise<EmbeddingsServer> {
  const receiver = await startReceiver();
  const server: EmbeddingsServer = { url: new URL('/v1', receiver.url).href, requests: [], isUnavailable: false };
  const embed = (text: string) => {
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
    return ideas.map((idea) => words.filter((word) => idea.includes(word)).length - 0.01);
  };
  receiver.answer((response, { path, headers, body }) => {
    const { model, input } = JSON.parse(body) as { model: string; input: string[] };
    server.requests.push({ model, input, authorization: headers.authorization });
    if (server.isUnavailable || path !== '/v1/embeddings') response.writeHead(server.isUnavailable ? 503 : 404).end();
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        // Reversed, because clients must use the index of each vector.
        .end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: embed(text) })).toReversed() }));
  });
  return server;
}
