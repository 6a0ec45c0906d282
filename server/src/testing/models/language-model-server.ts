import type { ServerResponse } from 'node:http';
import { type Received, startReceiver } from '../receiver.ts';

export interface TestMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface LanguageModelServer {
  url: string;
  /** Received requests. */
  requests: { model: string; messages: TestMessage[]; stream: boolean; isJson: boolean; authorization: string | undefined }[];
  /** Makes the response to the messages of a request: text, or an HTTP status of an error. Streamed word by word. */
  answer: (messages: TestMessage[]) => string | number | Promise<string | number>;
  /** Called after each word of a streamed response, before the next one. The response ends early, as a broken connection, with `false`. */
  onWord: () => Promise<boolean>;
  /** Number of streamed responses that the client ended. */
  aborted: number;
}

/** Starts a server for `/v1/chat/completions`. Its answers are functions of the test. It stops after the test file. */
export async function startLanguageModelServer(answer: LanguageModelServer['answer']): Promise<LanguageModelServer> {
  const receiver = await startReceiver();
  const server: LanguageModelServer = {
    url: new URL('/v1', receiver.url).href,
    requests: [],
    answer,
    onWord: () => Promise.resolve(true),
    aborted: 0,
  };
  async function respond(response: ServerResponse, { path, headers, body }: Received): Promise<void> {
    const { model, messages, stream, response_format: format } = JSON.parse(body);
    server.requests.push({
      model,
      messages,
      stream,
      isJson: format?.type === 'json_object',
      authorization: headers.authorization,
    });
    const content = path === '/v1/chat/completions' ? await server.answer(messages) : 404;
    if (typeof content === 'number') {
      response.writeHead(content).end();
      return;
    }
    if (!stream) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }));
      return;
    }
    response.on('close', () => (server.aborted += response.writableEnded ? 0 : 1));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
    send({ choices: [{ delta: { role: 'assistant' } }] });
    for (const word of content.match(/\S+\s*|\s+/g) ?? []) {
      send({ choices: [{ delta: { content: word } }] });
      if (!(await server.onWord())) response.destroy();
      if (response.destroyed) return;
    }
    send({ choices: [{ delta: {}, finish_reason: 'stop' }] });
    response.end('data: [DONE]\n\n');
  }
  receiver.answer((response, received) => void respond(response, received));
  return server;
}
