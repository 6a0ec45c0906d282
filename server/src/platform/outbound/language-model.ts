/** A message of a conversation with a language model. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

interface RequestOptions {
  /** Maximum length of the response in tokens. */
  maxTokens: number;
  /** Ends the request early, such as when the reader leaves. */
  signal?: AbortSignal;
}

/** Client of a language model, with the chat completions API of OpenAI that other providers support as well. */
export interface LanguageModel {
  model: string;
  /**
   * Returns the whole response. With `json`, the model is asked for a JSON object, which the caller has to check.
   * @throws {LanguageModelError}
   */
  complete: (messages: ModelMessage[], options: RequestOptions & { json?: boolean }) => Promise<string>;
  /** Returns the parts of the response as they arrive. @throws {LanguageModelError} */
  stream: (messages: ModelMessage[], options: RequestOptions) => AsyncIterable<string>;
}

export type LanguageModelFailure = 'refused_key' | 'rate_limited' | 'rejected' | 'unavailable' | 'timed_out' | 'invalid_response';

const MESSAGES: Record<LanguageModelFailure, string> = {
  refused_key: 'The language model refused the key; check EARSHOT_LLM_KEY',
  rate_limited: 'The language model received too many requests; try again later, or raise its limit at the provider',
  rejected: 'The language model rejected the request; check EARSHOT_LLM_URL and EARSHOT_LLM_MODEL',
  unavailable: 'The language model is unavailable; check EARSHOT_LLM_URL',
  timed_out: 'The language model did not respond in time; try again later, or choose a faster model',
  invalid_response: 'The response of the language model is invalid; check that EARSHOT_LLM_URL has a chat completions API',
};

/** A failed request to the language model. The message says what to do, and contains nothing of the request or the response. */
export class LanguageModelError extends Error {
  readonly failure: LanguageModelFailure;

  constructor(failure: LanguageModelFailure, options?: ErrorOptions) {
    super(MESSAGES[failure], options);
    this.failure = failure;
  }
}

/** Maximum duration of a whole request. Callers may ask twice, and sockets without data are closed after two minutes. */
const TIMEOUT_MS = 50_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

interface Options {
  url: string | undefined;
  model: string | undefined;
  key: string | undefined;
  log: { warn: (details: object, message: string) => void };
}

/** @returns undefined when no model is configured */
export function createLanguageModel({ url, model, key, log }: Options): LanguageModel | undefined {
  if (!url || !model) return undefined;

  /** Newer models of OpenAI accept the second name only, and say so. */
  let limitName: 'max_tokens' | 'max_completion_tokens' = 'max_tokens';

  const post = (body: object, signal: AbortSignal) =>
    fetch(`${url?.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, ...body }),
      redirect: 'error',
      signal,
    });

  /** Returns the parts that `read` finds in the response. A response without text is a failure, not an empty answer. */
  async function* request(
    read: (texts: AsyncIterable<string>) => AsyncIterable<string>,
    body: object,
    { maxTokens, signal }: RequestOptions,
  ): AsyncGenerator<string> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const either = signal ? AbortSignal.any([timeout, signal]) : timeout;
    let isEmpty = true;
    try {
      const asked = limitName;
      let response = await post({ ...body, [asked]: maxTokens }, either);
      if (response.status === 400 && asked === 'max_tokens') {
        if (!(await readAll(readText(response))).includes('max_completion_tokens')) throw new LanguageModelError('rejected');
        limitName = 'max_completion_tokens';
        response = await post({ ...body, [limitName]: maxTokens }, either);
      }
      if (!response.ok) {
        await response.body?.cancel();
        throw new LanguageModelError(describeStatus(response.status));
      }
      for await (const part of read(readText(response))) {
        if (!part) continue;
        isEmpty = false;
        yield part;
      }
      if (isEmpty) throw new LanguageModelError('invalid_response');
    } catch (error) {
      if (signal?.aborted) throw error;
      const failure =
        error instanceof LanguageModelError
          ? error
          : new LanguageModelError(timeout.aborted ? 'timed_out' : 'unavailable', { cause: error });
      log.warn({ reason: failure.message, model }, 'language model failed');
      throw failure;
    }
  }

  return {
    model,
    complete: (messages, { json = false, ...options }) => {
      const format = json && { response_format: { type: 'json_object' } };
      return readAll(request(readMessage, { messages, stream: false, ...format }, options));
    },
    stream: (messages, options) => request(readDeltas, { messages, stream: true }, options),
  };
}

function describeStatus(status: number): LanguageModelFailure {
  if (status === 401 || status === 403) return 'refused_key';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'unavailable' : 'rejected';
}

/** Returns the body of a response as text. @throws {LanguageModelError} when it exceeds the limit */
async function* readText({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new LanguageModelError('invalid_response');
    yield decoder.decode(chunk, { stream: true });
  }
}

async function readAll(texts: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const text of texts) all += text;
  return all;
}

async function* readMessage(texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield parseContent(await readAll(texts), 'message');
}

async function* readDeltas(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const data of readEvents(texts)) {
    if (data === '[DONE]') return;
    yield parseContent(data, 'delta');
  }
}

/** Returns the data of server-sent events. The API sends one line of data an event. */
async function* readEvents(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim();
  }
  if (rest.startsWith('data:')) yield rest.slice('data:'.length).trim();
}

interface Completion {
  choices?: { message?: { content?: unknown }; delta?: { content?: unknown } }[];
  error?: unknown;
}

/** Returns the text of a response, or of a part of a streamed one, which may have none. @throws {LanguageModelError} */
function parseContent(json: string, field: 'message' | 'delta'): string {
  let completion: Completion | null;
  try {
    completion = JSON.parse(json) as Completion | null;
  } catch (error) {
    throw new LanguageModelError('invalid_response', { cause: error });
  }
  if (completion?.error) throw new LanguageModelError('unavailable');
  if (!Array.isArray(completion?.choices)) throw new LanguageModelError('invalid_response');
  const content = completion.choices[0]?.[field]?.content;
  if (typeof content === 'string') return content;
  if (field === 'delta') return '';
  throw new LanguageModelError('invalid_response');
}
