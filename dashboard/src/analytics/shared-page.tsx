import { createClient, type EarshotError, type OpenedAnalyticsShare } from '@earshot/sdk';
import { analytics } from '#texts/analytics';
import { common } from '#texts/common';
import { sharing as texts } from '#texts/sharing';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { BarChart3 } from 'lucide-react';
import { ProjectIdContext, queryClient, setClient, useRead } from '../api.ts';
import { Form, TextField } from '../ui/field.tsx';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Loaded, useTitle } from '../ui/state.tsx';
import { useReportQuery, WITHOUT_GOAL } from './analytics-frame.tsx';
import { FilterBar, FilterButton } from './filters/filter-bar.tsx';
import { Overview } from './overview.tsx';
import { ComparisonPicker } from './periods/comparison-picker.tsx';
import { PeriodPicker } from './periods/period-picker.tsx';

const LIVE_MS = 15_000;

/** An opened link stays open in this tab, also after a reload. */
const kept = (link: string) => `earshot.share.${link}`;
/** The previous token proves that this reader knows the password, even while others try wrong passwords. */
const lastToken = (link: string) => `${kept(link)}.last-token`;
const LOCKED = 'locked' as const;

const buildKey = (link: string) => ['', 'share', link];

async function open(link: string, password?: string): Promise<OpenedAnalyticsShare> {
  // The link is the credential; readers of shared links are not signed in.
  const call = createClient({ accessToken: link, baseUrl: location.origin });
  const last = sessionStorage.getItem(lastToken(link));
  const body = { link, ...(password && { password }), ...(password && last && { last_token: last }) };
  const opened = await call('POST /v1/analytics/shares/open', { body });
  sessionStorage.setItem(kept(link), JSON.stringify(opened));
  sessionStorage.setItem(lastToken(link), opened.token);
  return opened;
}

function readKept(link: string): OpenedAnalyticsShare | undefined {
  const opened = sessionStorage.getItem(kept(link));
  return opened ? (JSON.parse(opened) as OpenedAnalyticsShare) : undefined;
}

/** Page of a shared link. */
export function SharedPage() {
  const { link } = useParams({ strict: false }) as { link: string };
  const share = useQuery({
    queryKey: buildKey(link),
    queryFn: async () =>
      readKept(link) ??
      open(link).catch((error: EarshotError) => {
        if (error.status === 403) return LOCKED;
        throw error;
      }),
    staleTime: Infinity,
  });
  return (
    <>
      <header className="plain-head">
        <a href="/" className="brand">
          {common.brand}
          <span>.</span>
        </a>
      </header>
      <Loaded query={share} isPage>
        {(opened) => (opened === LOCKED ? <Locked link={link} /> : <Opened key={link} link={link} share={opened} />)}
      </Loaded>
    </>
  );
}

function Locked({ link }: { link: string }) {
  useTitle(texts.sharedAnalytics);
  return (
    <main id="main" tabIndex={-1} className="narrow">
      <h1>{texts.locked}</h1>
      <p className="soft">{texts.lockedHint}</p>
      <Form
        onSubmit={async (text) => {
          queryClient.setQueryData(buildKey(link), await open(link, text('password')));
        }}
      >
        {({ isBusy }) => (
          <>
            <TextField
              name="password"
              label={texts.password}
              type="password"
              autoComplete="current-password"
              isRequired
              autoFocus
            />
            <div className="actions">
              <Button type="submit" look="primary" isPending={isBusy}>
                {texts.open}
              </Button>
            </div>
          </>
        )}
      </Form>
    </main>
  );
}

function Opened({ link, share }: { link: string; share: OpenedAnalyticsShare }) {
  const scope = `share ${share.token}`;
  setClient(scope, () =>
    createClient({
      accessToken: share.token,
      baseUrl: location.origin,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        // The link was revoked, its password changed, or its token expired: opens it again if possible.
        if (response.status === 401) {
          sessionStorage.removeItem(kept(link));
          void queryClient.resetQueries({ queryKey: buildKey(link) });
        }
        return response;
      },
    }),
  );
  return (
    <ProjectIdContext value={scope}>
      <Figures share={share} />
    </ProjectIdContext>
  );
}

function Figures({ share }: { share: OpenedAnalyticsShare }) {
  const { question, filters, ask, filterBy, report } = useReportQuery();
  const now = useRead('GET /v1/analytics/realtime', { query: { filter: filters } }, { every: LIVE_MS, keep: true });
  return (
    <Page
      title={texts.of(share.project_name, share.segment_name)}
      actions={
        <>
          {now.data && (
            <span className="live">
              <span className="pulse" aria-hidden />
              {analytics.live(now.data.visitors)}
            </span>
          )}
          <PeriodPicker question={question} onChange={ask} />
          <ComparisonPicker question={question} onChange={ask} />
        </>
      }
    >
      <FilterBar
        filters={filters}
        report={report}
        onChange={filterBy}
        {...(question.goal_id !== undefined && { goal: { id: question.goal_id, onRemove: () => ask(WITHOUT_GOAL) } })}
      >
        <FilterButton filters={filters} report={report} onChange={filterBy} />
      </FilterBar>
      <Overview
        hasNotes={false}
        empty={
          <Empty icon={<BarChart3 size={28} />} title={texts.empty}>
            <p>{texts.emptyHint}</p>
          </Empty>
        }
      />
    </Page>
  );
}
