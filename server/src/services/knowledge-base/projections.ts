import { truncate } from '@earshot/contract/shared/text';
import { formatId } from '../../platform/ids.ts';
import type { HashedDocument, Texts } from './documents/documents-store.ts';
import type { Translation } from './documents/translations-store.ts';
import type { Explanation } from './search/explanation.ts';
import type { Index } from './index/indexes-store.ts';
import type { Insights } from './insights/insights.ts';
import type { SearchResponse } from './search/pipeline.ts';
import type { SearchResult } from './search/results.ts';

/** Public form of an index. */
export const indexForWire = (index: Index) => ({
  id: formatId('idx', index.id),
  project_id: formatId('prj', index.project_id),
  name: index.name,
  language: index.language,
  external_id: index.external_id,
  description: index.description,
  position: index.position,
  categories: index.categories,
  synonyms: index.synonyms,
  mode: index.mode,
  document_count: index.document_count,
  chunk_count: index.chunk_count,
  created_at: index.created_at.toISOString(),
  updated_at: index.updated_at.toISOString(),
});

/** Projection of an index for members. */
export const indexForMember = (index: Index) => ({
  ...indexForWire(index),
  audience: index.audience,
  segment_id: index.segment_id && formatId('psg', index.segment_id),
});

/** Public form of a document. */
export const documentForPublic = (document: HashedDocument) => ({
  id: formatId('doc', document.id),
  project_id: formatId('prj', document.project_id),
  index_id: formatId('idx', document.index_id),
  external_id: document.external_id,
  title: document.title,
  status: document.status,
  slug: document.slug,
  url: document.url,
  content_type: document.content_type,
  metadata: document.metadata,
  category: document.category || null,
  position: document.position,
  language: document.language,
  content_sha256: document.content_sha256,
  chunks_created: document.chunk_count,
  published_at: document.published_at?.toISOString() ?? null,
  created_at: document.created_at.toISOString(),
  updated_at: document.updated_at.toISOString(),
});

/** Projection for members. */
export const documentForMember = (document: HashedDocument) => ({
  ...documentForPublic(document),
  audience: document.audience,
  segment_id: document.segment_id && formatId('psg', document.segment_id),
  inherits_audience: document.inherits_audience,
  translation_of: document.translation_of && formatId('doc', document.translation_of),
  is_outdated: document.is_outdated,
  has_pending_changes: document.pending_at !== null,
  edited_at: (document.pending_at ?? document.updated_at).toISOString(),
});

export const translationForWire = ({ id, index_id, translation_of: of, ...rest }: Translation) => ({
  document_id: formatId('doc', id),
  index_id: formatId('idx', index_id),
  is_source: of === null,
  ...rest,
});

export const pendingForMember = ({ pending_title, pending_content, pending_at }: HashedDocument & Texts) =>
  pending_at && { title: pending_title ?? '', content: pending_content ?? '', updated_at: pending_at.toISOString() };

export const searchResponseForWire = (response: SearchResponse, { queryId, tookMs }: { queryId: string; tookMs: number }) => ({
  results: response.results.map((result) => ({
    document_id: formatId('doc', result.document_id),
    index_id: formatId('idx', result.index_id),
    external_id: result.external_id,
    title: result.title,
    slug: result.slug,
    url: result.url && buildSectionUrl(result.url, result.anchor),
    headings: result.headings,
    chunk_content: result.content,
    chunk_start: result.start,
    chunk_end: result.end,
    highlights: result.highlights,
    score: round(result.score),
    metadata: result.metadata,
    ...(result.explanation && { explanation: explanationForWire(result.explanation) }),
  })),
  total: response.total,
  mode: response.mode,
  query_id: formatId('qry', queryId),
  took_ms: Math.round(tookMs * 10) / 10,
  ...(response.suggestion !== undefined && { did_you_mean: response.suggestion }),
});

/** UTF-16 units. */
const MAX_SOURCE_LENGTH = 300;

/** Source of an answer. */
export const sourceForWire = (source: SearchResult, number: number) => ({
  number,
  document_id: formatId('doc', source.document_id),
  index_id: formatId('idx', source.index_id),
  title: source.title,
  slug: source.slug,
  url: source.url && buildSectionUrl(source.url, source.anchor),
  headings: source.headings,
  excerpt: truncate(toSingleLine(source.content), MAX_SOURCE_LENGTH),
});

/** Returns the path of the page of an article. */
export const buildPath = ({ slug }: { slug: string }) => `/help/${slug}`;

const round = (score: number) => Math.round(score * 10_000) / 10_000;
/** Returns a rank from 1. */
const rankForWire = (rank: number | null) => (rank === null ? null : rank + 1);

const explanationForWire = ({ words, lexicalRank, semanticRank }: Explanation) => ({
  words: words.map(({ queryWord, found, matchType, fields, chunks, score }) => ({
    asked: queryWord,
    found,
    by: matchType,
    within: fields,
    passages: chunks,
    score: round(score),
  })),
  rank_by_words: rankForWire(lexicalRank),
  rank_by_meaning: rankForWire(semanticRank),
});

/** Returns the URL of a section. A URL that contains an anchor stays as it is. */
export function buildSectionUrl(url: string, anchor: string): string {
  return anchor && !url.includes('#') ? `${url}#${encodeURIComponent(anchor)}` : url;
}

/** Characters. */
const MAX_EXCERPT_LENGTH = 120;

/** Renders llms.txt (llmstxt.org): a title and a list of links with excerpts. `base` is the URL of the public pages, if they have articles. */
export function renderLlmsText(
  { name }: Index,
  documents: { title: string; slug: string; url: string | null; content: string }[],
  base: string | undefined,
): string {
  const lines = documents.map(({ title, slug, url: ownUrl, content }) => {
    const url = ownUrl ?? (base !== undefined && base + buildPath({ slug }));
    const label = toSingleLine(title).replaceAll(/[[\]\\]/g, String.raw`\$&`);
    const text = toSingleLine(content);
    const excerpt = text.length > MAX_EXCERPT_LENGTH ? `${truncate(text, MAX_EXCERPT_LENGTH).replace(/\s\S*$/, '')}…` : text;
    return `- ${url ? `[${label}](${url})` : label}${excerpt && `: ${excerpt}`}`;
  });
  return `# ${toSingleLine(name)}\n\n## Documents\n\n${lines.join('\n')}\n`;
}

const toSingleLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const computeShare = (part: number, total: number) => (total ? round(part / total) : null);

export const insightsForWire = (insights: Insights) => ({
  from: new Date(insights.from).toISOString(),
  to: new Date(insights.to).toISOString(),
  searches: insights.searches,
  without_results: insights.missed,
  click_through: computeShare(insights.clicked, insights.searches),
  answers: {
    answered: insights.answers.answered,
    refused: insights.answers.asked - insights.answers.answered,
    helpful: insights.answers.helpful,
    not_helpful: insights.answers.not_helpful,
    questions: insights.questions.map(({ last, ...question }) => ({ ...question, last_asked_at: new Date(last).toISOString() })),
  },
  top_queries: insights.top.map(({ query, searches, clicks }) => ({
    query,
    searches,
    click_through: computeShare(clicks, searches),
  })),
  missed_queries: insights.missedQueries.map(({ query, searches, variants, last }) => ({
    query,
    searches,
    variants,
    last_searched_at: new Date(last).toISOString(),
  })),
  documents: insights.documents.map(({ document_id, ...figures }) => ({ document_id: formatId('doc', document_id), ...figures })),
});
