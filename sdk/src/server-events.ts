/** A message of a stream. */
export interface ServerEvent {
  /** Absent in messages that only set the id. */
  type?: string;
  /** JSON text. */
  data?: string;
  /** Position for `Last-Event-ID`. */
  id?: string;
}

/**
 * Yields the messages of a response until it ends. Supports what the server sends: one line for each field
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 */
export async function* readServerEvents({ body }: Response): AsyncGenerator<ServerEvent> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return;
      const messages = (text + value).split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1];
        yield { type: field('event'), data: field('data'), id: field('id') };
      }
    }
  } finally {
    await reader?.cancel();
  }
}
