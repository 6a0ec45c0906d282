import type { Config } from '../../../platform/config/config.ts';

/** Client of a model that turns texts into vectors, with the embeddings API of OpenAI that other providers support as well. */
export interface Embedder {
  /** Vectors of different models cannot be compared. */
  model: string;
  /** Returns a vector of length 1 for each text, in order. @throws when the endpoint fails or its response is invalid */
  embed: (texts: string[]) => Promise<number[][]>;
  /** Returns the vector of a query. Undefined when the endpoint fails or is too slow, and for some time afterwards. */
  embedQuery: (text: string) => Promise<number[] | undefined>;
}

const TIMEOUT_MS = { texts: 60_000, query: 1_500 };
/** After a failure, searches do not call the endpoint for this long. */
const PAUSE_MS = 15_000;

/** @returns undefined when no model is configured */
export function createEmbedder(
  config: Pick<Config, 'EARSHOT_EMBEDDINGS_URL' | 'EARSHOT_EMBEDDINGS_MODEL' | 'EARSHOT_EMBEDDINGS_KEY'>,
  log: { warn: (details: object, message: string) => void },
): Embedder | undefined {
  const { EARSHOT_EMBEDDINGS_URL: url, EARSHOT_EMBEDDINGS_MODEL: model, EARSHOT_EMBEDDINGS_KEY: key } = config;
  if (!url || !model) return undefined;
  let resumesAt = 0;

  async function requestVectors(input: string[], timeoutMs: number): Promise<number[][]> {
    const response = await fetch(`${url?.replace(/\/$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`The embeddings endpoint responded with status ${response.status}`);
    return parseVectors(await response.json(), input.length);
  }

  return {
    model,
    embed: (texts) => requestVectors(texts, TIMEOUT_MS.texts),
    embedQuery: async (text) => {
      if (performance.now() < resumesAt) return undefined;
      try {
        const [vector] = await requestVectors([text], TIMEOUT_MS.query);
        return vector;
      } catch (error) {
        resumesAt = performance.now() + PAUSE_MS;
        log.warn({ reason: (error as Error).message }, 'query embedding failed, searches are lexical for now');
        return undefined;
      }
    },
  };
}

function parseVectors(body: unknown, count: number): number[][] {
  const { data } = body as { data?: { index?: number; embedding?: unknown }[] };
  const vectors = Array.isArray(data)
    ? data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)).map(({ embedding }) => embedding)
    : [];
  const isVector = (vector: unknown): vector is number[] =>
    Array.isArray(vector) && vector.length > 0 && vector.every((value) => typeof value === 'number' && Number.isFinite(value));
  if (vectors.length !== count || !vectors.every(isVector))
    throw new Error('The embeddings endpoint did not return a vector for each text');
  return vectors.map(normalize);
}

function normalize(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return length ? vector.map((value) => value / length) : vector;
}
