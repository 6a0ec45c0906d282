import { Earshot } from '@earshot/sdk';
import { WaitlistForm } from '@earshot/widgets/react';
import { useState } from 'react';
import { useFetcher } from 'react-router';
import { readCommon } from '../earshot.server.ts';
import type { Route } from './+types/home';

export async function loader() {
  // Reads EARSHOT_URL and EARSHOT_KEY.
  const { data: news } = await new Earshot().changelog.list({ limit: 3 });
  return { common: readCommon(), news };
}

/** Submits the idea of the form. */
export async function action({ request }: Route.ActionArgs) {
  const idea = (await request.formData()).get('idea');
  if (typeof idea !== 'string') throw new Response('The field idea is missing', { status: 400 });
  const { title } = await new Earshot().feedback.submit({ title: idea, type: 'feature' });
  return { title };
}

export default function Home({ loaderData: { common, news } }: Route.ComponentProps) {
  // Unlike `Form`, which opens the page `/?index`, a fetcher causes no page view.
  const { Form, data: sent } = useFetcher<typeof action>();
  const [message, setMessage] = useState('');
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
      <Form method="post">
        <label>
          Idea <input name="idea" required />
        </label>
        <button>Send idea</button>
      </Form>
      <p role="status">{sent ? `“${sent.title}” was sent` : message}</p>
      <WaitlistForm {...common} source="react-router" onJoined={({ detail }) => setMessage(`Number ${detail.position}`)} />
    </main>
  );
}
