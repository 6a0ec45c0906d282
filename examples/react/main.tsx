import { Earshot } from '@earshot/sdk';
import { FeedbackWidget, Roadmap, WaitlistForm } from '@earshot/widgets/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const baseUrl = 'http://127.0.0.1:4000';
const projectKey = 'pk_…';
const { analytics } = new Earshot({ projectKey, baseUrl });

function App() {
  const [message, setMessage] = useState('');
  return (
    <main>
      <h1>Acme</h1>
      <p role="status">{message}</p>
      <button onClick={() => analytics.track('pricing_opened', { plan: 'pro' })}>Pricing</button>
      <WaitlistForm
        baseUrl={baseUrl}
        projectKey={projectKey}
        source="react"
        onJoined={({ detail }) => setMessage(`Number ${detail.position}`)}
      />
      <Roadmap baseUrl={baseUrl} projectKey={projectKey} />
      <FeedbackWidget
        baseUrl={baseUrl}
        projectKey={projectKey}
        onSubmitted={({ detail }) => setMessage(`“${detail.title}” was sent`)}
      />
    </main>
  );
}

analytics.page();
createRoot(document.querySelector('#app')!).render(<App />);
