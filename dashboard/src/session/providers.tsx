import { session as texts } from '#texts/session';
import { useQuery } from '@tanstack/react-query';
import type { Provider } from '@earshot/sdk';
import { Button } from '../ui/button.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';

async function listProviders(): Promise<{ data: Provider[]; public_url: string }> {
  const response = await fetch('/v1/auth/providers');
  if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
  return (await response.json()) as { data: Provider[]; public_url: string };
}

/** The ways to sign in to this instance. */
export const useProviders = () => useQuery({ queryKey: ['providers'], queryFn: listProviders, staleTime: Infinity });

/** Sign-in buttons, one for each provider. */
export function Providers({ onChosen }: { onChosen: (provider: string) => void }) {
  const providers = useProviders();
  return (
    <Loaded query={providers} skeleton={<Skeleton lines={1} height="2.75rem" />}>
      {({ data: list, public_url: url }) =>
        // In development, the dashboard has another origin than the API.
        !import.meta.env.DEV && new URL(url).origin !== location.origin ? (
          <p role="alert" className="notice problem">
            {texts.wrongAddress(url)}
          </p>
        ) : (
          <div className="providers">
            {list.map(({ id, name }) => (
              <Button key={id} look="primary" onPress={() => onChosen(id)}>
                {id === 'local' || (list.length === 1 && id === 'account') ? texts.signIn : texts.signInWith(name)}
              </Button>
            ))}
          </div>
        )
      }
    </Loaded>
  );
}
