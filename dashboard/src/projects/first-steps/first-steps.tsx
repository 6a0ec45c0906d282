import { projects } from '#texts/projects';
import { shell } from '#texts/shell';
import { ExternalLink } from 'lucide-react';
import { useRead } from '../../api.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { useProject } from '../projects.ts';
import { SampleData } from './sample-data.tsx';
import { ArticleStep, ChangelogStep, FeedbackStep, WaitlistStep } from './service-steps.tsx';
import { pollUntil } from './step.tsx';
import { VisitStep } from './visit-step.tsx';

const texts = projects.start;

/** Checklist of a new project. Steps watch whether they are done, and can be done on this page. */
export function FirstSteps() {
  const { slug } = useProject();
  const events = useRead(
    'GET /v1/analytics/overview',
    { query: { period: '30d', compare: 'none' } },
    { every: pollUntil(({ page_views }) => Boolean(page_views.value)) },
  );
  const entries = useRead(
    'GET /v1/feedback',
    { query: { sort: 'oldest', limit: 1 } },
    { every: pollUntil(({ total }) => total > 0) },
  );
  const published = useRead('GET /v1/changelog', { query: { status: 'published', limit: 1 } });
  const indexes = useRead('GET /v1/indexes');
  const waitlist = useRead('GET /v1/waitlist/stats', {}, { every: pollUntil(({ total }) => total > 0) });
  const views = events.data?.page_views.value ?? 0;
  const [entry] = entries.data?.data ?? [];
  const [change] = published.data?.data ?? [];
  const articles = indexes.data?.data.reduce((sum, { document_count }) => sum + document_count, 0) ?? 0;
  const people = waitlist.data?.total ?? 0;
  const steps = [views > 0, Boolean(entry), Boolean(change), articles > 0, people > 0];
  const done = steps.filter(Boolean).length;
  // Steps that turn out to be done become smaller.
  if ([events, entries, published, indexes, waitlist].some(({ isLoading }) => isLoading))
    return (
      <Page title={texts.title} lead={texts.lead}>
        <Skeleton lines={steps.length} height="8rem" />
      </Page>
    );
  return (
    <Page title={texts.title} lead={texts.lead}>
      <p className="steps-progress">
        <progress value={done} max={steps.length} aria-label={texts.title} />
        <span role="status">{done === steps.length ? texts.complete : texts.progress(done, steps.length)}</span>
      </p>
      {done < steps.length && <SampleData />}
      <ol className="steps">
        <VisitStep views={views} />
        <FeedbackStep first={entry} />
        <ChangelogStep first={change} />
        <ArticleStep count={articles} index={indexes.data?.data[0]} />
        <WaitlistStep count={people} />
      </ol>
      <h2>{texts.also}</h2>
      <p className="actions next-steps">
        <LinkButton to="/projects/$slug/settings/$section" params={{ slug, section: 'members' }}>
          {texts.members}
        </LinkButton>
        <a className="button quiet" href={`/p/${slug}`} target="_blank" rel="noreferrer">
          <ExternalLink size={16} />
          {texts.pages}
        </a>
        <a className="button quiet" href="/docs" target="_blank" rel="noreferrer">
          <ExternalLink size={16} />
          {shell.reference}
        </a>
      </p>
      {done === steps.length && <SampleData />}
    </Page>
  );
}
