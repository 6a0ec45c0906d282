import { type Body, proposals } from '@earshot/sdk';
import { useClient, useRead } from '../api.ts';

/** Returns what the instance has. Undefined until it is known. */
export const useVersion = () => useRead('GET /v1/version', {}, { staleTime: Infinity }).data;

/** Returns whether the instance has a language model, which makes proposals. */
export const useHasModel = (): boolean => useVersion()?.language_model ?? false;

/** Returns a function that has the model make a proposal. */
export function useAskModel() {
  const call = useClient();
  return (body: Body<'POST /v1/proposals'>) => proposals(call).create(body);
}
