import { INSIGHT_PERIODS } from '@earshot/contract/services/knowledge-base/values';
import { knowledgeBase as texts } from '#texts/knowledge-base';
import { Link, useParams } from '@tanstack/react-router';
import { refresh, toSentence, useRead } from '../api.ts';
import { useMay, useProject, usePublicClient } from '../projects/projects.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { useSearchParam } from '../ui/history/page-search.ts';
import { parseOneOf } from '../ui/search.ts';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { showProblem, showToast } from '../ui/toast.tsx';
import { RankedList } from '../ui/bars.tsx';
import { IndexLayout } from './index-layout.tsx';

const percent = new Intl.NumberFormat('en', { style: 'percent' });

/** Top queries, queries without results, and popular documents. */
export function Insights() {
  const { slug } = useProject();
  const { index: id } = useParams({ from: '/app/projects/$slug/help/$index/insights' });
  const mayWork = useMay('member');
  const submit = usePublicClient();
  const [period, setPeriod] = useSearchParam('period', (value) => parseOneOf(INSIGHT_PERIODS, value), '30d');
  const insights = useRead('GET /v1/indexes/{id}/insights', { path: { id }, query: { period } }, { keep: true });
  const createFeedback = async (query: string) => {
    try {
      await submit('POST /v1/feedback', { body: { title: query, type: 'feedback', from_query: query } });
      showToast(texts.feedbackCreated);
      await refresh('/v1/feedback');
    } catch (error) {
      showProblem(toSentence(error));
    }
  };
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
          {({ searches, without_results, click_through, top_queries, missed_queries, documents }) => (
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
              <section className="panel span">
                <h2>{texts.missed}</h2>
                <p className="soft">{texts.missedHint}</p>
                {missed_queries.length === 0 ? (
                  <p>{texts.noMissed}</p>
                ) : (
                  <ul className="rows">
                    {missed_queries.map(({ query, searches: times, variants, last_searched_at }) => (
                      <li key={query} className="row">
                        <span className="votes">{times.toLocaleString()}</span>
                        <span className="row-main">
                          <strong>{query}</strong>
                          <span className="row-meta">
                            {variants.length > 1 && <span>{texts.variants(variants.filter((one) => one !== query))}</span>}
                            <Time iso={last_searched_at} />
                          </span>
                        </span>
                        {mayWork && (
                          <span className="actions">
                            <LinkButton
                              to="/projects/$slug/help/$index/documents/$document"
                              params={{ slug, index: id, document: 'new' }}
                              search={{ title: query }}
                            >
                              {texts.writeArticle}
                            </LinkButton>
                            <Button onPress={() => void createFeedback(query)}>{texts.createFeedback}</Button>
                          </span>
                        )}
                      </li>
                    ))}
                  </ul>
                )}
              </section>
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
