import type { CallOptions, ClientOptions } from '@earshot/sdk';

/** Option of clients of pages: people read a message instead of waiting for a busy instance. */
export const PROMPT: Pick<ClientOptions, 'maxRetryDelayMs'> = { maxRetryDelayMs: 3_000 };

/** Option of calls that may be delayed, such as uploads and automatic saves. */
export const PATIENT: CallOptions = { maxRetryDelayMs: 60_000 };
