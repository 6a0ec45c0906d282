import { knowledgeBase as texts } from './texts/en/knowledge-base.ts';
import { Link, useParams } from '@tanstack/react-router';
import type { SearchResults } from '@earshot/sdk';
import { useRead } from '../api.ts';
import { useProject } from '../projects/projects.ts';
import { formatDecimal } from '../texts/decimal.ts';
import { Button } from '../ui/button.tsx';
import { usePageSearch } from '../ui/history/page-search.ts';
import { parseText } from '../ui/search.ts';
import { Empty, Loaded, Skeleton } from '../ui/state.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { IndexLayout } from './index-layout.tsx';

/** Test page for searches, with an explanation of each result. */
export function SearchConsole() {
  const { slug } = useProject();
  const { index: id } = useParams({ from: '/app/projects/$slug/help/$index/search' });
  const [{ q = '' }, change] = usePageSearch((search) => ({ q: parseText(search.q) }));
  const found = useRead(
    'POST /v1/indexes/{id}/search',
    { path: { id }, body: { query: q, limit: 20, track: false, explain: true } },
    { enabled: q !== '', keep: true },
  );
  return (
    <IndexLayout>
      {() => (
        <>
          <SearchBox label={texts.searchLabel} value={q} onChange={(next) => change({ q: next }, 'typing')} autoFocus />
          <p className="hint">{texts.searchHint}</p>
          {q && (
            <Loaded query={found} skeleton={<Skeleton lines={6} height="3rem" />}>
              {({ results, total, took_ms, mode, did_you_mean }) => (
                <>
                  <p className="soft" role="status">
                    {texts.took(total, took_ms, texts.modes[mode])}
                  </p>
                  {did_you_mean && (
                    <p>
                      {texts.didYouMean}{' '}
                      <Button look="plain" onPress={() => change({ q: did_you_mean })}>
                        {did_you_mean}
                      </Button>
                    </p>
                  )}
                  {results.length === 0 && <Empty title={texts.noResults} />}
                  <ol className="results">
                    {results.map((result) => (
                      <li key={`${result.document_id} ${result.chunk_start}`} className="panel">
                        <header className="panel-head">
                          <Link
                            to="/projects/$slug/help/$index/documents/$document"
                            params={{ slug, index: id, document: result.document_id }}
                            className="row-title"
                            dir="auto"
                          >
                            {[result.title, ...result.headings].join(' › ')}
                          </Link>
                          <span className="soft">
                            {texts.score} {formatDecimal(result.score, 2)}
                          </span>
                        </header>
                        <Score value={result.score} most={results[0]?.score ?? 1} />
                        {result.explanation && <Why explanation={result.explanation} />}
                        {result.highlights.map((html) => (
                          // The server escapes the text and marks matches with <mark>.
                          <p key={html} className="said" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
                        ))}
                        {result.highlights.length === 0 && (
                          <p className="said" dir="auto">
                            {result.chunk_content}
                          </p>
                        )}
                      </li>
                    ))}
                  </ol>
                </>
              )}
            </Loaded>
          )}
        </>
      )}
    </IndexLayout>
  );
}

const Score = ({ value, most }: { value: number; most: number }) => (
  <span className="score" aria-hidden>
    <span style={{ width: `${(value / most) * 100}%` }} />
  </span>
);

type Explanation = NonNullable<SearchResults['results'][number]['explanation']>;

/** Score and location of each matched term. */
function Why({ explanation: { words, rank_by_words, rank_by_meaning } }: { explanation: Explanation }) {
  const hasRanks = rank_by_words !== null || rank_by_meaning !== null;
  return (
    <>
      {hasRanks && (
        <p className="soft">
          {texts.byWords(rank_by_words)}, {texts.byMeaning(rank_by_meaning)}
        </p>
      )}
      {words.length > 0 && (
        <ul className="why" aria-label={texts.why}>
          {words.map(({ asked, found, by, within, passages, score }) => (
            <li key={`${asked} ${found} ${by} ${score}`}>
              <span>
                <strong>{found}</strong>
                {found !== asked.toLowerCase() && <span className="soft"> ← {asked}</span>}
              </span>
              <span className="soft grow">
                {[texts.foundBy[by], ...within.map((part) => texts.within[part]), texts.chunkCount(passages)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="number">+{formatDecimal(score, 2)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
