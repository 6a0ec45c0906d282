import { EarshotError } from '@earshot/sdk';
import { FeedbackWidget, Roadmap, WaitlistForm } from '@earshot/widgets/react';
import { useEffect, useState } from 'react';
import { common, earshot } from './earshot.ts';

/** Titles of the latest changelog entries. */
function News() {
  const [titles, setTitles] = useState<string[]>([]);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const controller = new AbortController();
    earshot.changelog.list({ limit: 3 }, { signal: controller.signal }).then(
      ({ data }) => setTitles(data.map(({ title }) => title)),
      (error: unknown) => error instanceof EarshotError && setProblem(error.message),
    );
    return () => controller.abort();
  }, []);
  return problem ? (
    <p role="alert">{problem}</p>
  ) : (
    <ul aria-label="News">
      {titles.map((title) => (
        <li key={title}>{title}</li>
      ))}
    </ul>
  );
}

export function App() {
  const [message, setMessage] = useState('');
  return (
    <main>
      <h1>Acme</h1>
      <News />
      <p role="status">{message}</p>
      <button onClick={() => earshot.analytics.track('pricing_opened', { plan: 'pro' })}>Pricing</button>
      <WaitlistForm {...common} source="react" onJoined={({ detail }) => setMessage(`Number ${detail.position}`)} />
      <Roadmap {...common} />
      <FeedbackWidget {...common} onSubmitted={({ detail }) => setMessage(`“${detail.title}” was sent`)} />
    </main>
  );
}
