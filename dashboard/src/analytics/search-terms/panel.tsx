import { reports } from '../texts/en/reports.ts';
import { searchTerms as texts } from '../texts/en/search-terms.ts';
import { Maximize2 } from 'lucide-react';
import { useRead } from '../../api.ts';
import { useMay, useProject } from '../../projects/projects.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { DialogTrigger } from '../../ui/dialog.tsx';
import { Loaded, Skeleton } from '../../ui/state.tsx';
import type { PanelProps } from '../panels/panel-props.ts';
import { toSearchTerms } from './columns.ts';
import { Details } from './details.tsx';
import { SearchTermsTable } from './table.tsx';

const MAX_ROWS = 10;

/** Search terms of Google, from Search Console. */
export function SearchTerms({ report }: PanelProps) {
  const query = toSearchTerms(report);
  return (
    <section className="panel span">
      <h2>{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      {query ? <Terms query={query} /> : <p className="soft">{texts.onlyPages}</p>}
    </section>
  );
}

function Terms({ query }: { query: NonNullable<ReturnType<typeof toSearchTerms>> }) {
  const terms = useRead('GET /v1/analytics/search-terms', { query: { ...query, limit: MAX_ROWS } }, { keep: true });
  return (
    <Loaded query={terms} skeleton={<Skeleton lines={6} height="1.4rem" />}>
      {({ data, is_connected: isConnected, last_day: lastDay }) =>
        data.length ? (
          <div aria-busy={terms.isPlaceholderData}>
            <SearchTermsTable rows={data} />
            <DialogTrigger>
              <Button look="plain" icon={<Maximize2 size={14} />} aria-label={reports.detailsOf(texts.title)}>
                {reports.details}
              </Button>
              <Details query={query} />
            </DialogTrigger>
          </div>
        ) : isConnected || lastDay ? (
          <p className="soft">{texts.empty}</p>
        ) : (
          <NotConnected />
        )
      }
    </Loaded>
  );
}

function NotConnected() {
  const { slug } = useProject();
  const maySet = useMay('admin');
  return (
    <>
      <p>{texts.notConnected}</p>
      {maySet && (
        <LinkButton to="/projects/$slug/settings/$section" params={{ slug, section: 'analytics' }}>
          {texts.connect}
        </LinkButton>
      )}
    </>
  );
}
