import type { ChangelogEntry, Feedback, KnowledgeIndex } from '@earshot/sdk';
import { projects } from '#texts/projects';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { refresh, useClient } from '../../api.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Snippet } from '../../ui/copy.tsx';
import { type Fields, Form, EmailField, TextField } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { useMay, useProject, usePublicClient } from '../projects.ts';
import { Step } from './step.tsx';

const texts = projects.start;

interface ActionProps {
  label: string;
  onSubmit: (text: Fields) => Promise<unknown>;
  /** Fields. */
  children: ReactNode;
}

/** Form that completes a step. */
const Action = ({ label, onSubmit, children }: ActionProps) => (
  <Form className="form step-form" onSubmit={onSubmit}>
    {({ isBusy }) => (
      <>
        {children}
        <Button type="submit" isPending={isBusy}>
          {label}
        </Button>
      </>
    )}
  </Form>
);

/** Result of a step: a title and its time. */
const Made = ({ label, title, at }: { label: string; title: string; at: string }) => (
  <p>
    {label} <strong dir="auto">{title}</strong>{' '}
    <span className="soft">
      <Time iso={at} />
    </span>
  </p>
);

export function FeedbackStep({ first }: { first: Feedback | undefined }) {
  const { slug, api_key: key } = useProject();
  const call = usePublicClient();
  const request = `curl ${location.origin}/v1/feedback -H 'X-Project-Key: ${key}' -H 'Content-Type: application/json' -d '{"title":"${texts.sample}","type":"feature"}'`;
  return (
    <Step title={texts.feedback} isDone={first !== undefined} isWaiting>
      {first ? (
        <>
          <Made label={texts.feedbackHere} title={first.title} at={first.created_at} />
          <LinkButton to="/projects/$slug/feedback" params={{ slug }}>
            {texts.feedbackNext}
          </LinkButton>
        </>
      ) : (
        <>
          <p className="soft">{texts.feedbackHint}</p>
          <Snippet title={texts.shell} code={request} />
          <Action
            label={texts.feedbackSend}
            onSubmit={async (text) => {
              await call('POST /v1/feedback', { body: { title: text('title'), type: 'feature' } });
              await refresh('/v1/feedback');
            }}
          >
            <TextField name="title" label={texts.feedbackTitle} placeholder={texts.sample} isRequired maxLength={200} />
          </Action>
        </>
      )}
    </Step>
  );
}

export function ChangelogStep({ first }: { first: ChangelogEntry | undefined }) {
  const { slug } = useProject();
  const mayWrite = useMay('member');
  const call = useClient();
  return (
    <Step title={texts.changelog} isDone={first !== undefined}>
      {first ? (
        <>
          <Made label={texts.changelogHere} title={first.title} at={first.published_at ?? first.created_at} />
          <LinkButton to="/projects/$slug/changelog" params={{ slug }}>
            {texts.changelogNext}
          </LinkButton>
        </>
      ) : (
        <>
          <p className="soft">{texts.changelogHint}</p>
          {mayWrite && (
            <Action
              label={texts.changelogPublish}
              onSubmit={async (text) => {
                await call('POST /v1/changelog', { body: { title: text('title'), published: true } });
                await refresh('/v1/changelog');
              }}
            >
              <TextField name="title" label={texts.changelogTitle} isRequired maxLength={200} />
            </Action>
          )}
        </>
      )}
    </Step>
  );
}

/** The first article. `index` is the index to which it is added; without one, it is created. */
export function ArticleStep({ count, index }: { count: number; index: KnowledgeIndex | undefined }) {
  const { slug } = useProject();
  const mayWrite = useMay('member');
  const call = useClient();
  const created = useRef<KnowledgeIndex>(undefined);
  return (
    <Step title={texts.article} isDone={count > 0}>
      {count > 0 ? (
        <>
          <p>{texts.articleHere(count)}</p>
          <p className="actions">
            <LinkButton to="/projects/$slug/help" params={{ slug }}>
              {texts.articleNext}
            </LinkButton>
            <a className="button quiet" href={`/p/${slug}/help`} target="_blank" rel="noreferrer">
              <ExternalLink size={16} />
              {texts.articlePage}
            </a>
          </p>
        </>
      ) : (
        <>
          <p className="soft">{texts.articleHint}</p>
          {mayWrite && (
            <Action
              label={texts.articleAdd}
              onSubmit={async (text) => {
                // Kept for another attempt, if the article can't be stored.
                created.current ??= index ?? (await call('POST /v1/indexes', { body: { name: texts.articleIndex } }));
                const { id } = created.current;
                await call('POST /v1/indexes/{id}/documents', {
                  path: { id },
                  body: { title: text('title'), content: text('content') },
                });
                await refresh('/v1/indexes');
              }}
            >
              <TextField name="title" label={texts.articleTitle} isRequired maxLength={200} />
              <TextField name="content" label={texts.articleText} isRequired rows={3} />
            </Action>
          )}
        </>
      )}
    </Step>
  );
}

export function WaitlistStep({ count }: { count: number }) {
  const { slug } = useProject();
  const call = usePublicClient();
  return (
    <Step title={texts.waitlist} isDone={count > 0} isWaiting>
      {count > 0 ? (
        <>
          <p>{texts.waitlistHere(count)}</p>
          <LinkButton to="/projects/$slug/waitlist" params={{ slug }}>
            {texts.waitlistNext}
          </LinkButton>
        </>
      ) : (
        <>
          <p className="soft">{texts.waitlistHint}</p>
          <p className="actions">
            <a className="button quiet" href={`/p/${slug}/waitlist`} target="_blank" rel="noreferrer">
              <ExternalLink size={16} />
              {texts.waitlistPage}
            </a>
          </p>
          <Action
            label={texts.waitlistJoin}
            onSubmit={async (text) => {
              await call('POST /v1/waitlist', { body: { email: text('email') } });
              await refresh('/v1/waitlist');
            }}
          >
            <EmailField name="email" label={texts.waitlistEmail} isRequired />
          </Action>
        </>
      )}
    </Step>
  );
}
