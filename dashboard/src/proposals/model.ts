import type { Body } from '@earshot/sdk';
import { useClient, useRead } from '../api.ts';

/** Returns what the instance has. Undefined until it is known. */
export const useVersion = () => useRead('GET /v1/version', {}, { staleTime: Infinity }).data;

/** Returns whether the instance has a language model, which makes proposals. */
export const useHasModel = (): boolean => useVersion()?.language_model ?? false;

/** A model takes up to a minute for each of two attempts. A repeated request would ask it again. */
const OF_MODEL = { timeoutMs: 130_000, retries: 0 };

/** Returns a function that has the model make a proposal. */
export function useAskModel() {
  const call = useClient();
  return (body: Body<'POST /v1/proposals'>) => call('POST /v1/proposals', { body }, OF_MODEL);
}
