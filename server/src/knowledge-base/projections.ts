import { formatId } from '../ids.ts';
import type { Document } from './documents/documents-store.ts';
import type { Explanation } from './search/explanation.ts';
import type { Index } from './index/indexes-store.ts';
import type { Insights } from './insights/insights.ts';
import type { Answer } from './search/search.ts';

/** An index as everyone may see it. */
export const indexForWire = (index: Index) => ({
  id: formatId('idx', index.id),
  project_id: formatId('prj', index.project_id),
  name: index.name,
  language: index.language,
  external_id: index.external_id,
  synonyms: index.synonyms,
  mode: index.mode,
  document_count: index.document_count,
  chunk_count: index.passage_count,
  created_at: index.created_at.toISOString(),
  updated_at: index.updated_at.toISOString(),
});

/** A document as everyone may see it: it is there to be read. */
export const documentForWire = (document: Document) => ({
  id: formatId('doc', document.id),
  index_id: formatId('idx', document.index_id),
  external_id: document.external_id,
  title: document.title,
  url: document.url,
  content_type: document.content_type,
  metadata: document.metadata,
  chunks_created: document.passage_count,
  created_at: document.created_at.toISOString(),
  updated_at: document.updated_at.toISOString(),
});

export const answerForWire = (answer: Answer, { queryId, tookMs }: { queryId: string; tookMs: number }) => ({
  results: answer.results.map((result) => ({
    document_id: formatId('doc', result.document_id),
    index_id: formatId('idx', result.index_id),
    title: result.title,
    url: sectionUrl(result.url, result.anchor),
    headings: result.headings,
    chunk_content: result.content,
    chunk_start: result.start,
    chunk_end: result.end,
    highlights: result.highlights,
    score: rounded(result.score),
    metadata: result.metadata,
    ...(result.explanation && { explanation: explanationForWire(result.explanation) }),
  })),
  total: answer.total,
  mode: answer.mode,
  query_id: formatId('qry', queryId),
  took_ms: Math.round(tookMs * 10) / 10,
  ...(answer.suggestion !== undefined && { did_you_mean: answer.suggestion }),
});

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;
const rankOf = (place: number | null) => (place === null ? null : place + 1);

const explanationForWire = ({ words, placeByWords, placeByMeaning }: Explanation) => ({
  words: words.map((word) => ({ ...word, score: rounded(word.score) })),
  rank_by_words: rankOf(placeByWords),
  rank_by_meaning: rankOf(placeByMeaning),
});

/** A URL that names a place itself keeps it. */
function sectionUrl(url: string | null, anchor: string): string | null {
  return url && anchor && !url.includes('#') ? `${url}#${encodeURIComponent(anchor)}` : url;
}

const BEGINNING = 120;

/** The form of llmstxt.org: a title, and a list of links with what each is about. */
export function llmsText({ name }: Index, documents: { title: string; url: string | null; content: string }[]): string {
  const lines = documents.map(({ title, url, content }) => {
    const label = oneLine(title).replaceAll(/[[\]\\]/g, String.raw`\$&`);
    const about = oneLine(content);
    const short =
      about.length > BEGINNING
        ? `${Array.from(about)
            .slice(0, BEGINNING)
            .join('')
            .replace(/\s\S*$/, '')}…`
        : about;
    return `- ${url ? `[${label}](${url})` : label}${short && `: ${short}`}`;
  });
  return `# ${oneLine(name)}\n\n## Documents\n\n${lines.join('\n')}\n`;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const shareOf = (part: number, whole: number) => (whole ? Math.round((part / whole) * 10_000) / 10_000 : null);

export const insightsForWire = (insights: Insights) => ({
  from: new Date(insights.from).toISOString(),
  to: new Date(insights.to).toISOString(),
  searches: insights.searches,
  without_results: insights.missed,
  click_through: shareOf(insights.clicked, insights.searches),
  top_queries: insights.top.map(({ query, searches, clicks }) => ({ query, searches, click_through: shareOf(clicks, searches) })),
  missed_queries: insights.missedQueries.map(({ query, searches, variants, last }) => ({
    query,
    searches,
    variants,
    last_searched_at: new Date(last).toISOString(),
  })),
  documents: insights.documents.map(({ document_id, ...figures }) => ({ document_id: formatId('doc', document_id), ...figures })),
});
