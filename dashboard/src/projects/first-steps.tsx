import { projects } from '#texts/projects';
import { shell } from '#texts/shell';
import { Check, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../api.ts';
import { LinkButton } from '../ui/button.tsx';
import { CopyButton, Snippet } from '../ui/copy.tsx';
import { Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { useProject } from './projects.ts';

const texts = projects.start;
/** Polling interval until the first event arrives. */
const POLL_MS = 1_500;

/** Onboarding page. Shows the first event and feedback when they arrive. */
export function FirstSteps() {
  const { slug, api_key: key } = useProject();
  const events = useRead(
    'GET /v1/analytics/overview',
    { query: { period: '30d', compare: 'none' } },
    { every: (answer) => !answer?.page_views.value && POLL_MS },
  );
  const views = events.data?.page_views.value ?? 0;
  const entries = useRead(
    'GET /v1/feedback',
    { query: { sort: 'oldest', limit: 1 } },
    { every: (answer) => !answer?.total && POLL_MS },
  );
  const [first] = entries.data?.data ?? [];
  const snippet = `<script defer src="${location.origin}/t.js" data-key="${key}"></script>
<script type="module" src="${location.origin}/widgets/feedback.js"></script>
<earshot-feedback project-key="${key}"></earshot-feedback>`;
  const call = `curl ${location.origin}/v1/feedback -H 'X-Project-Key: ${key}' -H 'Content-Type: application/json' -d '{"title":"${texts.sample}","type":"feature"}'`;
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ol className="steps">
        <Step title={texts.key} isDone>
          <p className="soft">{texts.keyHint}</p>
          <p className="key">
            <code>{key}</code>
            <CopyButton text={key} label={texts.apiKey} />
          </p>
        </Step>
        <Step title={texts.snippet} isDone={views > 0}>
          <p className="soft">{texts.snippetHint}</p>
          <Snippet title={texts.html} code={snippet} />
        </Step>
        <Step title={texts.event} isDone={views > 0} isWaiting={views === 0}>
          {views > 0 ? <p>{texts.eventHere(views)}</p> : <p className="soft">{texts.eventWaiting}</p>}
        </Step>
        <Step title={texts.feedback} isDone={Boolean(first)} isWaiting={!first}>
          {first ? (
            <>
              <p>
                {texts.feedbackHere} <strong>{first.title}</strong>{' '}
                <span className="soft">
                  <Time iso={first.created_at} />
                </span>
              </p>
              <LinkButton to="/projects/$slug/feedback" params={{ slug }}>
                {texts.feedbackNext}
              </LinkButton>
            </>
          ) : (
            <>
              <p className="soft">{texts.feedbackWaiting}</p>
              <Snippet title={texts.shell} code={call} />
            </>
          )}
        </Step>
      </ol>
      <h2>{texts.also}</h2>
      <p className="actions">
        <a className="button quiet" href={`/p/${slug}`} target="_blank" rel="noreferrer">
          <ExternalLink size={16} />
          {texts.pages}
        </a>
        <a className="button quiet" href="/docs" target="_blank" rel="noreferrer">
          <ExternalLink size={16} />
          {shell.reference}
        </a>
      </p>
    </Page>
  );
}

interface StepProps {
  title: string;
  isDone?: boolean;
  isWaiting?: boolean;
  children: ReactNode;
}

const Step = ({ title, isDone = false, isWaiting = false, children }: StepProps) => (
  <li className={isDone ? 'step done' : 'step'}>
    <h2>
      {title}
      {isDone && <Check size={18} aria-label={texts.done} />}
      {isWaiting && <span className="pulse" role="status" aria-label={texts.waiting} />}
    </h2>
    {children}
  </li>
);
