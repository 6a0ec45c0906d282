import type { AdoptionSummary, Feedback, SearchCluster, TestimonialRule } from '@earshot/sdk';
import { outcomes as texts } from '#texts/outcomes/page';
import { Link } from '@tanstack/react-router';
import { useRead } from '../api.ts';
import { formatPoints } from '../feedback/scores/points.ts';
import { useScoreList } from '../feedback/scores/scores.ts';
import { StatusName } from '../feedback/status.tsx';
import { useProject } from '../projects/projects.ts';
import { LinkButton } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { OutcomePanel, OutcomeRow } from './panel.tsx';
import { formatNumber } from '../texts/plural.ts';

const SIZE = 5;
const OPEN = ['new', 'under_review', 'planned', 'in_progress'] as const;
/** Latest releases, of which those with most silent people are shown. */
const RELEASES = 20;

/** Page that starts with what needs attention: demand, releases, searches and people to ask. */
export const OutcomesPage = () => (
  <Page title={texts.title} lead={texts.lead} isWide>
    <div className="panels in-order">
      <Demand />
      <Releases />
      <Searches />
      <Praise />
    </div>
  </Page>
);

/** Open requests by the first score of the project, or by votes without one. */
function Demand() {
  const { slug } = useProject();
  const { data: scores, isPending } = useScoreList();
  const score = scores?.data[0];
  const order = score ? { sort: 'score' as const, score: score.name } : { sort: 'top' as const };
  // In one order: another one would show the placeholder again.
  const query = useRead('GET /v1/feedback', { query: { ...order, status: [...OPEN], limit: SIZE } }, { enabled: !isPending });
  return (
    <OutcomePanel
      title={texts.demand}
      hint={score ? texts.demandBy(score.name) : texts.demandByVotes}
      query={query}
      empty={texts.noDemand}
      more={
        <Link to="/projects/$slug/feedback" params={{ slug }}>
          {texts.allDemand}
        </Link>
      }
    >
      {({ data }) => data.map((entry) => <Request key={entry.id} entry={entry} />)}
    </OutcomePanel>
  );
}

function Request({ entry }: { entry: Feedback }) {
  const { slug } = useProject();
  const { id, title, score, upvote_count: votes, search_count: searches = 0 } = entry;
  return (
    <OutcomeRow
      value={score ? formatPoints(score.value) : formatNumber(votes)}
      unit={score ? texts.points(score.value) : texts.votes(votes)}
      title={
        <Link className="row-title" to="/projects/$slug/feedback/$id" params={{ slug, id }} dir="auto">
          {title}
        </Link>
      }
      meta={
        <>
          <StatusName entry={entry} />
          {searches > 0 && <span>{texts.searches(searches)}</span>}
        </>
      }
    />
  );
}

const countSilent = ({ silent }: AdoptionSummary) => silent ?? 0;

/** Releases with people who asked and have not used them. */
function Releases() {
  const { slug } = useProject();
  const query = useRead('GET /v1/outcomes/adoption', { query: { limit: RELEASES } });
  return (
    <OutcomePanel
      title={texts.releases}
      hint={texts.releasesHint}
      query={query}
      empty={texts.noReleases}
      more={
        <Link to="/projects/$slug/changelog" params={{ slug }}>
          {texts.allReleases}
        </Link>
      }
    >
      {({ data }) =>
        data
          .filter((release) => countSilent(release) > 0)
          .toSorted((a, b) => countSilent(b) - countSilent(a))
          .slice(0, SIZE)
          .map((release) => <Release key={release.id} release={release} />)
      }
    </OutcomePanel>
  );
}

function Release({ release }: { release: AdoptionSummary }) {
  const { slug } = useProject();
  const { id, title, published_at: publishedAt, identified, used } = release;
  const silent = countSilent(release);
  return (
    <OutcomeRow
      value={formatNumber(silent)}
      unit={texts.silent}
      title={
        <Link className="row-title" to="/projects/$slug/changelog/$id" params={{ slug, id }} dir="auto">
          {title}
        </Link>
      }
      meta={
        <>
          {identified !== null && used.count !== null && <span>{texts.used(used.count, identified)}</span>}
          <Time iso={publishedAt} />
        </>
      }
      action={
        <LinkButton
          to="/projects/$slug/changelog/$id"
          params={{ slug, id }}
          hash="silent"
          aria-label={texts.askWhyOf(silent, title)}
        >
          {texts.askWhy(silent)}
        </LinkButton>
      }
    />
  );
}

/** Clusters of searches that nobody has decided on. */
function Searches() {
  const { slug } = useProject();
  const query = useRead('GET /v1/search-clusters', { query: { status: 'open', limit: SIZE } });
  return (
    <OutcomePanel
      title={texts.unanswered}
      hint={texts.unansweredHint}
      query={query}
      empty={texts.noUnanswered}
      more={
        <Link to="/projects/$slug/help" params={{ slug }}>
          {texts.allSearches}
        </Link>
      }
    >
      {({ data }) => data.map((cluster) => <Search key={cluster.id} cluster={cluster} />)}
    </OutcomePanel>
  );
}

const Search = ({ cluster: { query, examples, searches, last_searched_at: last } }: { cluster: SearchCluster }) => (
  <OutcomeRow
    value={formatNumber(searches)}
    unit={texts.searchesOf(searches)}
    title={<strong dir="auto">{query}</strong>}
    meta={
      <>
        {examples.length > 0 && <span dir="auto">{examples.join(', ')}</span>}
        <Time iso={last} />
      </>
    }
  />
);

/** Rules that ask for testimonials, with the people whom they would ask now. */
function Praise() {
  const { slug } = useProject();
  const query = useRead('GET /v1/testimonials/rules');
  return (
    <OutcomePanel
      title={texts.praise}
      hint={texts.praiseHint}
      query={query}
      empty={texts.noPraise}
      more={
        <Link to="/projects/$slug/testimonials/requests" params={{ slug }}>
          {texts.allPraise}
        </Link>
      }
    >
      {({ data }) => data.map((rule) => <Rule key={rule.id} rule={rule} />)}
    </OutcomePanel>
  );
}

function Rule({ rule: { id, name, enabled, asked, answered } }: { rule: TestimonialRule }) {
  const preview = useRead('GET /v1/testimonials/rules/{id}/preview', { path: { id } });
  return (
    <OutcomeRow
      value={preview.data ? formatNumber(preview.data.people) : '–'}
      unit={texts.people(preview.data?.people ?? 0)}
      title={<strong dir="auto">{name}</strong>}
      meta={
        <>
          <span>{texts.results(asked, answered)}</span>
          {!enabled && <span>{texts.paused}</span>}
        </>
      }
    />
  );
}
