export const CONTENT_TYPES = ['markdown', 'html', 'text'] as const;
export const MODES = ['lexical', 'hybrid'] as const;
export const OPERATORS = ['eq', 'in', 'gte', 'lte', 'exists'] as const;
/** Match types between a query word and a document word. */
export const FOUND_BY = ['word', 'joined', 'beginning', 'spelling', 'synonym', 'compound', 'part', 'related', 'title'] as const;
export const INSIGHT_PERIODS = ['7d', '30d', '90d'] as const;

/** Sort orders of documents with their figures. */
export const FIGURE_SORTS = ['order', 'title', 'updated', 'views', 'helpful', 'searches'] as const;

/** States of clusters of unanswered searches. */
export const CLUSTER_STATUSES = ['open', 'linked', 'dismissed', 'closed'] as const;

/** Characters of a category. */
export const MAX_CATEGORY_LENGTH = 100;

/** States of documents. Only published documents are public. */
export const DOCUMENT_STATUSES = ['draft', 'published', 'archived'] as const;

/** Readers of documents. */
export const AUDIENCES = ['everyone', 'signed_in', 'segment'] as const;

export type ArticleAudience = (typeof AUDIENCES)[number];
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];
export type ClusterStatus = (typeof CLUSTER_STATUSES)[number];
export type FigureSort = (typeof FIGURE_SORTS)[number];
export type Mode = (typeof MODES)[number];
export type ContentType = (typeof CONTENT_TYPES)[number];

/** Reasons why a question is not answered. */
export const ANSWER_REFUSALS = ['nothing_found', 'not_in_articles'] as const;
