import type { Config } from '../../config.ts';

/** A model that makes vectors of texts, by the protocol that OpenAI began and all others speak. */
export interface Embedder {
  /** What vectors of other models can't be compared with. */
  model: string;
  /** Vectors of the length 1, in the order of the texts. @throws when the endpoint does not answer as it should */
  embed: (texts: string[]) => Promise<number[][]>;
  /** The same for somebody who waits; undefined when it takes too long or fails, and for a while after that. */
  embedQuery: (text: string) => Promise<number[] | undefined>;
}

const PATIENCE = { texts: 60_000, query: 1_500 };
/** After a failure searches don't wait again for so long. */
const PAUSE_MS = 15_000;

/** Undefined when none is configured. */
export function createEmbedder(
  config: Pick<Config, 'EARSHOT_EMBEDDINGS_URL' | 'EARSHOT_EMBEDDINGS_MODEL' | 'EARSHOT_EMBEDDINGS_KEY'>,
  log: { warn: (details: object, message: string) => void },
): Embedder | undefined {
  const { EARSHOT_EMBEDDINGS_URL: url, EARSHOT_EMBEDDINGS_MODEL: model, EARSHOT_EMBEDDINGS_KEY: key } = config;
  if (!url || !model) return undefined;
  let resumesAt = 0;

  async function ask(input: string[], patienceMs: number): Promise<number[][]> {
    const response = await fetch(`${url?.replace(/\/$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input }),
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!response.ok) throw new Error(`the embeddings endpoint answered ${response.status}`);
    return readVectors(await response.json(), input.length);
  }

  return {
    model,
    embed: (texts) => ask(texts, PATIENCE.texts),
    embedQuery: async (text) => {
      if (Date.now() < resumesAt) return undefined;
      try {
        const [vector] = await ask([text], PATIENCE.query);
        return vector;
      } catch (error) {
        resumesAt = Date.now() + PAUSE_MS;
        log.warn({ reason: (error as Error).message }, 'searches go on by words alone: no embedding of a query');
        return undefined;
      }
    },
  };
}

function readVectors(answer: unknown, count: number): number[][] {
  const { data } = answer as { data?: { index?: number; embedding?: unknown }[] };
  const vectors = Array.isArray(data)
    ? data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)).map(({ embedding }) => embedding)
    : [];
  const isVector = (vector: unknown): vector is number[] =>
    Array.isArray(vector) && vector.length > 0 && vector.every((one) => typeof one === 'number' && Number.isFinite(one));
  if (vectors.length !== count || !vectors.every(isVector))
    throw new Error('the embeddings endpoint gave no vector for each text');
  return vectors.map(normalise);
}

function normalise(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return length ? vector.map((one) => one / length) : vector;
}
