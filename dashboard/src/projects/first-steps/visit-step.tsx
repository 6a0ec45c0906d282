import { projects } from '#texts/projects';
import { refresh, useRead } from '../../api.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CopyButton, Snippet } from '../../ui/copy.tsx';
import { Loaded } from '../../ui/state.tsx';
import { useProject, usePublicClient } from '../projects.ts';
import { Step } from './step.tsx';
import { Drops } from './drops.tsx';

const texts = projects.start;

/** The first visit: the snippet, and why events that arrived do not count. */
export function VisitStep({ views }: { views: number }) {
  const { slug, api_key: key } = useProject();
  const isDone = views > 0;
  const tracker = useRead('GET /v1/analytics/tracker', {}, { staleTime: Infinity });
  const widget = `<script type="module" src="${location.origin}/widgets/feedback.js"></script>
<earshot-feedback project-key="${key}"></earshot-feedback>`;
  return (
    <Step title={texts.visit} isDone={isDone} isWaiting>
      {isDone ? (
        <>
          <p>{texts.visitHere(views)}</p>
          <LinkButton to="/projects/$slug/analytics" params={{ slug }}>
            {texts.visitNext}
          </LinkButton>
        </>
      ) : (
        <>
          <p className="soft">{texts.visitHint}</p>
          <Loaded query={tracker}>{({ html }) => <Snippet title={texts.html} code={`${html}\n${widget}`} />}</Loaded>
          <p className="key">
            <span className="soft">{texts.apiKey}</span> <code>{key}</code>
            <CopyButton text={key} label={texts.apiKey} />
          </p>
          <p className="soft">{texts.visitWaiting}</p>
          <Drops />
          <TestVisit />
        </>
      )}
    </Step>
  );
}

/** Sends a visit from this browser, which shows whether events arrive and count. */
function TestVisit() {
  const call = usePublicClient();
  const send = async () => {
    await call('POST /v1/analytics/events', { body: { url: '/' } });
    await refresh('/v1/analytics');
  };
  return (
    <p className="actions">
      <Button onPress={() => void send()}>{texts.tryVisit}</Button>
      <span className="soft">{texts.tryVisitHint}</span>
    </p>
  );
}
