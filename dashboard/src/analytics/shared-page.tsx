import { createClient, type EarshotError, type OpenedAnalyticsShare } from '@earshot/sdk';
import { analytics } from './texts/en/analytics.ts';
import { common } from '#texts/common';
import { sharing as texts } from './texts/en/sharing.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { BarChart3 } from 'lucide-react';
import { ProjectIdContext, queryClient, setClient, useRead } from '../api.ts';
import { PROMPT } from '../session/retry-delays.ts';
import { applyScheme, SCHEMES } from '../shell/scheme.ts';
import { Form, TextField } from '../ui/field.tsx';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { parseOneOf } from '../ui/search.ts';
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

/** Storage of this tab. Browsers can refuse it to frames of other sites; the link is then opened again after a reload. */
const storage = {
  read: (key: string): string | null => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write: (key: string, value: string | null) => {
    try {
      if (value === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, value);
    } catch {
      // See above.
    }
  },
};

interface LinkProps {
  link: string;
  /** Whether a website shows the reports in a frame. */
  isEmbedded: boolean;
}

async function open({ link, isEmbedded }: LinkProps, password?: string): Promise<OpenedAnalyticsShare> {
  // The link is the credential; readers of shared links are not signed in.
  const call = createClient({ accessToken: link, baseUrl: location.origin, ...PROMPT });
  const last = storage.read(lastToken(link));
  const body = {
    link,
    ...(isEmbedded && { embed: true }),
    ...(password && { password }),
    ...(password && last && { last_token: last }),
  };
  const opened = await call('POST /v1/analytics/shares/open', { body });
  storage.write(kept(link), JSON.stringify(opened));
  storage.write(lastToken(link), opened.token);
  return opened;
}

function readKept(link: string): OpenedAnalyticsShare | undefined {
  const opened = storage.read(kept(link));
  return opened === null ? undefined : (JSON.parse(opened) as OpenedAnalyticsShare);
}

/** Page of a shared link. */
export const SharedPage = () => (
  <>
    <header className="plain-head">
      <a href="/" className="brand">
        {common.brand}
        <span>.</span>
      </a>
    </header>
    <SharedReports isEmbedded={false} />
  </>
);

/** Page of a shared link in a frame of a website, in the colors that its URL names. */
export function EmbeddedPage() {
  const { theme } = useSearch({ strict: false }) as { theme?: string };
  useLayoutEffect(() => applyScheme(parseOneOf(SCHEMES, theme) ?? 'system'), [theme]);
  return <SharedReports isEmbedded />;
}

function SharedReports({ isEmbedded }: Pick<LinkProps, 'isEmbedded'>) {
  const { link } = useParams({ strict: false }) as { link: string };
  const share = useQuery({
    queryKey: buildKey(link),
    queryFn: async () =>
      readKept(link) ??
      open({ link, isEmbedded }).catch((error: EarshotError) => {
        if (error.code === 'shares.password_required') return LOCKED;
        throw error;
      }),
    staleTime: Infinity,
  });
  return (
    <>
      <Loaded query={share} isPage>
        {(opened) =>
          opened === LOCKED ? <Locked link={link} isEmbedded={isEmbedded} /> : <Opened key={link} link={link} share={opened} />
        }
      </Loaded>
    </>
  );
}

function Locked({ link, isEmbedded }: LinkProps) {
  useTitle(texts.sharedAnalytics);
  return (
    <main id="main" tabIndex={-1} className="narrow">
      <h1>{texts.locked}</h1>
      <p className="soft">{texts.lockedHint}</p>
      <Form
        onSubmit={async (text) => {
          queryClient.setQueryData(buildKey(link), await open({ link, isEmbedded }, text('password')));
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
      ...PROMPT,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        // The link was revoked, its password changed, or its token expired: opens it again if possible.
        if (response.status === 401) {
          storage.write(kept(link), null);
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
