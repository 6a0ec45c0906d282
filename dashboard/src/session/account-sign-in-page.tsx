import { session } from '#texts/session';
import { useSearch } from '@tanstack/react-router';
import { useTitle } from '../ui/state.tsx';
import { Narrow } from './narrow.tsx';
import { useProviders } from './providers.ts';
import { Ways } from './ways.tsx';

/** Sign-in with an account of this instance that a program began, such as the command line. */
export function AccountSignInPage() {
  useTitle(session.title);
  const { request = '' } = useSearch({ from: '/sign-in/account' });
  const account = useProviders().data?.data.find(({ id }) => id === 'account');
  return (
    <Narrow>
      {account && (
        <Ways providers={[account]} begin={async () => request}>
          <h1>{session.heading}</h1>
        </Ways>
      )}
      <p className="soft">
        <a href="/sign-in">{session.account.startAgain}</a>
      </p>
    </Narrow>
  );
}
