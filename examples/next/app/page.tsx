import { Earshot, signUserToken } from '@earshot/sdk';
import { FeedbackWidget, Roadmap } from '@earshot/widgets/react';
import { connection } from 'next/server';
import { sendIdea } from './actions';
import { readCommon, readIdentity } from './earshot';
import { SignUp } from './sign-up';

/** Returns the signed-in user. Replace this with the session of your product. */
const currentUser = () => ({ id: 'u_42', name: 'Ada Lovelace', email: 'ada@example.com' });

export default async function Page() {
  await connection();
  const common = readCommon();
  // Reads EARSHOT_URL and EARSHOT_KEY.
  const { data: news } = await new Earshot().changelog.list({ limit: 3 });
  const userToken = await signUserToken(currentUser(), readIdentity());
  return (
    <main>
      <h1>Acme</h1>
      <ul aria-label="News">
        {news.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <button data-earshot-event="pricing_opened" data-earshot-plan="pro">
        Pricing
      </button>
      <form action={sendIdea}>
        <label>
          Idea <input name="idea" required />
        </label>
        <button>Send idea</button>
      </form>
      <SignUp {...common} />
      <Roadmap {...common} />
      <FeedbackWidget {...common} userToken={userToken} />
    </main>
  );
}
