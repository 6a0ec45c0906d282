import { INSIGHT_PERIODS } from '@earshot/contract/services/knowledge-base/values';
import { knowledgeBase as texts } from './texts/en/knowledge-base.ts';
import type { KnowledgeInsights } from '@earshot/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { CalendarDays, Check, ChevronDown } from 'lucide-react';
import { formatShare } from '../analytics/format.ts';
import { useRead } from '../api.ts';
import { useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { useSearchParam } from '../ui/history/page-search.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { parseOneOf } from '../ui/search.ts';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { RankedList } from '../ui/charts/bars.tsx';
import { IndexLayout } from './index-layout.tsx';
import { formatNumber } from '../texts/plural.ts';

/** Top queries, unanswered searches, and popular documents. */
export function Insights() {
  const { slug } = useProject();
  const { index: id } = useParams({ from: '/app/projects/$slug/help/$index/insights' });
  const [period, setPeriod] = useSearchParam('period', (value) => parseOneOf(INSIGHT_PERIODS, value), '30d');
  const insights = useRead('GET /v1/indexes/{id}/insights', { path: { id }, query: { period } }, { keep: true });
  return (
    <IndexLayout
      actions={
        <Menu
          label={texts.period}
          trigger={
            <Button icon={<CalendarDays size={16} />}>
              {texts.periods[period]}
              <ChevronDown size={15} aria-hidden />
            </Button>
          }
        >
          {INSIGHT_PERIODS.map((one) => (
            <MenuItem
              key={one}
              icon={one === period ? <Check size={15} /> : <span className="menu-gap" />}
              onAction={() => setPeriod(one)}
            >
              {texts.periods[one]}
            </MenuItem>
          ))}
        </Menu>
      }
    >
      {() => (
        <Loaded query={insights} skeleton={<Skeleton lines={8} />}>
          {({ searches, without_results, click_through, answers, top_queries, documents }) => (
            <div className="panels">
              <section className="panel span">
                <dl className="figures">
                  <div>
                    <dt>{texts.searches}</dt>
                    <dd>{formatNumber(searches)}</dd>
                  </div>
                  <div>
                    <dt>{texts.withoutResults}</dt>
                    <dd>{formatNumber(without_results)}</dd>
                  </div>
                  <div>
                    <dt>{texts.clickThrough}</dt>
                    <dd>{formatShare(click_through)}</dd>
                  </div>
                  {answers.questions.length > 0 && (
                    <>
                      <div>
                        <dt>{texts.answered}</dt>
                        <dd>{formatNumber(answers.answered)}</dd>
                      </div>
                      <div>
                        <dt>{texts.notAnswered}</dt>
                        <dd>{formatNumber(answers.refused)}</dd>
                      </div>
                    </>
                  )}
                </dl>
              </section>
              {answers.questions.length > 0 && <Questions questions={answers.questions} />}
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
                        <td className="number">{formatNumber(clicks)}</td>
                        <td className="number">{formatNumber(helpful)}</td>
                        <td className="number">{formatNumber(not_helpful)}</td>
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

/** Questions that the language model was asked, with the ratings of its answers. */
function Questions({ questions }: { questions: KnowledgeInsights['answers']['questions'] }) {
  const numbers = [texts.asked, texts.answered, texts.helpful, texts.notHelpful];
  return (
    <section className="panel span">
      <h2>{texts.questions}</h2>
      <Table label={texts.questions} head={[texts.questions, ...numbers]} numbers={numbers}>
        {questions.map(({ query, asked, answered, helpful, not_helpful }) => (
          <tr key={query}>
            <td>{query}</td>
            {[asked, answered, helpful, not_helpful].map((count, index) => (
              <td key={numbers[index]} className="number">
                {formatNumber(count)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  );
}
