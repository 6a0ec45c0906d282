import { session as texts } from '#texts/session';
import { useQuery } from '@tanstack/react-query';
import type { Provider } from '@earshot/sdk';
import { Button } from '../ui/button.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';

async function listProviders(): Promise<Provider[]> {
  const response = await fetch('/v1/auth/providers');
  if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
  return ((await response.json()) as { data: Provider[] }).data;
}

/** Sign-in buttons, one for each provider. */
export function Providers({ onChosen }: { onChosen: (provider: string) => void }) {
  const providers = useQuery({ queryKey: ['providers'], queryFn: listProviders, staleTime: Infinity });
  return (
    <Loaded query={providers} skeleton={<Skeleton lines={1} height="2.75rem" />}>
      {(list) => (
        <div className="providers">
          {list.map(({ id, name }) => (
            <Button key={id} look="primary" onPress={() => onChosen(id)}>
              {id === 'local' ? texts.signIn : texts.signInWith(name)}
            </Button>
          ))}
        </div>
      )}
    </Loaded>
  );
}
