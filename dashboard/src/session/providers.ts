import { useQuery } from '@tanstack/react-query';
import type { Provider } from '@earshot/sdk';

async function listProviders(): Promise<{ data: Provider[]; public_url: string }> {
  const response = await fetch('/v1/auth/providers');
  if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
  return (await response.json()) as { data: Provider[]; public_url: string };
}

/** The ways to sign in to this instance. */
export const useProviders = () => useQuery({ queryKey: ['providers'], queryFn: listProviders, staleTime: Infinity });
