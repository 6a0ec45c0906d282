import { type Body, proposals } from '@earshot/sdk';
import { useClient, useRead } from '../api.ts';

/** Reads what the instance has. */
export const useVersion = () => useRead('GET /v1/version', {}, { staleTime: Infinity });

/** Returns whether the instance has a language model, which makes proposals. */
export const useHasModel = (): boolean => useVersion().data?.language_model ?? false;

/** Returns a function that has the model make a proposal. */
export function useAskModel() {
  const call = useClient();
  return (body: Body<'POST /v1/proposals'>) => proposals(call).create(body);
}
