import { INSIGHT_PERIODS } from '@earshot/contract/services/knowledge-base/values';
import { knowledgeBase as texts } from '#texts/knowledge-base';
import { Link, useParams } from '@tanstack/react-router';
import { useRead } from '../api.ts';
import { useProject } from '../projects/projects.ts';
import { Select } from '../ui/field.tsx';
import { useSearchParam } from '../ui/history/page-search.ts';
import { parseOneOf } from '../ui/search.ts';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { RankedList } from '../ui/charts/bars.tsx';
import { Clusters } from './clusters.tsx';
import { IndexLayout } from './index-layout.tsx';

const percent = new Intl.NumberFormat('en', { style: 'percent' });

/** Top queries, unanswered searches, and popular documents. */
export function Insights() {
  const { slug } = useProject();
  const { index: id } = useParams({ from: '/app/projects/$slug/help/$index/insights' });
  const [period, setPeriod] = useSearchParam('period', (value) => parseOneOf(INSIGHT_PERIODS, value), '30d');
  const insights = useRead('GET /v1/indexes/{id}/insights', { path: { id }, query: { period } }, { keep: true });
  return (
    <IndexLayout
      actions={
        <Select
          label={texts.period}
          isLabelHidden
          options={INSIGHT_PERIODS.map((one) => ({ id: one, label: texts.periods[one] }))}
          value={period}
          onChange={setPeriod}
        />
      }
    >
      {() => (
        <Loaded query={insights} skeleton={<Skeleton lines={8} />}>
          {({ searches, without_results, click_through, top_queries, documents }) => (
            <div className="panels">
              <section className="panel span">
                <dl className="figures">
                  <div>
                    <dt>{texts.searches}</dt>
                    <dd>{searches.toLocaleString()}</dd>
                  </div>
                  <div>
                    <dt>{texts.withoutResults}</dt>
                    <dd>{without_results.toLocaleString()}</dd>
                  </div>
                  <div>
                    <dt>{texts.clickThrough}</dt>
                    <dd>{click_through === null ? '–' : percent.format(click_through)}</dd>
                  </div>
                </dl>
              </section>
              <Clusters indexId={id} />
              <section className="panel">
                <h2>{texts.top}</h2>
                {top_queries.length ? (
                  <RankedList rows={top_queries.map(({ query, searches: count }) => ({ name: query, count }))} />
                ) : (
                  <p className="soft">{texts.none}</p>
                )}
              </section>
              <section className="panel">
                <h2>{texts.documents}</h2>
                {documents.length ? (
                  <Table
                    label={texts.documents}
                    head={[texts.documentTitle, texts.clicks, texts.helpful, texts.notHelpful]}
                    numbers={[texts.clicks, texts.helpful, texts.notHelpful]}
                  >
                    {documents.map(({ document_id, title, clicks, helpful, not_helpful }) => (
                      <tr key={document_id}>
                        <td>
                          {title === null ? (
                            document_id
                          ) : (
                            <Link
                              to="/projects/$slug/help/$index/documents/$document"
                              params={{ slug, index: id, document: document_id }}
                            >
                              {title}
                            </Link>
                          )}
                        </td>
                        <td className="number">{clicks.toLocaleString()}</td>
                        <td className="number">{helpful.toLocaleString()}</td>
                        <td className="number">{not_helpful.toLocaleString()}</td>
                      </tr>
                    ))}
                  </Table>
                ) : (
                  <p className="soft">{texts.none}</p>
                )}
              </section>
            </div>
          )}
        </Loaded>
      )}
    </IndexLayout>
  );
}
