// Generated from server/migrations by `npm run generate`.

/** Rows of tables, as the driver returns them. */
export interface Tables {
  knowledge_answer_counts: {
    project_id: string;
    day: Date;
    network: Buffer;
    questions: number;
  };
  knowledge_chunks: {
    project_id: string;
    index_id: string;
    document_number: number;
    position: number;
    content: string;
    headings: string[];
    anchor: string;
    start_offset: number;
    end_offset: number;
    length: number;
  };
  knowledge_documents: {
    project_id: string;
    index_id: string;
    id: string;
    number: number;
    external_id: string | null;
    title: string;
    has_title: boolean;
    url: string | null;
    content: string;
    content_type: string;
    metadata: unknown;
    chunk_count: number;
    created_at: Date;
    updated_at: Date;
    import_id: string | null;
    status: string;
    slug: string;
    published_at: Date | null;
    pending_title: string | null;
    pending_content: string | null;
    pending_at: Date | null;
    category: string | null;
    position: number | null;
    inherits_audience: boolean;
    audience: string;
    segment_id: string | null;
    language: string | null;
    translation_of: string | null;
    text_published_at: Date | null;
    related_ids: string[] | null;
  };
  knowledge_embeddings: {
    project_id: string;
    index_id: string;
    document_number: number;
    position: number;
    model: string;
    vector: number[];
    sign_bits: string;
  };
  knowledge_former_slugs: {
    project_id: string;
    slug: string;
    index_id: string;
    document_id: string;
  };
  knowledge_indexes: {
    project_id: string;
    id: string;
    name: string;
    external_id: string | null;
    language: string;
    synonyms: unknown;
    document_count: number;
    chunk_count: number;
    word_count: string;
    last_document_number: number;
    mode: string;
    analysis_version: string;
    created_at: Date;
    updated_at: Date;
    description: string;
    position: number | null;
    categories: string[];
    audience: string;
    segment_id: string | null;
  };
  knowledge_missed_searches: {
    project_id: string;
    index_id: string;
    normalized_query: string;
    reported_at: Date;
  };
  knowledge_postings: {
    project_id: string;
    index_id: string;
    term: string;
    first: string;
    last: string;
    count: number;
    bytes: Buffer;
  };
  knowledge_search_clusters: {
    project_id: string;
    id: string;
    query: string;
    examples: unknown;
    searches: number;
    people: number;
    last_searched_at: Date;
    status: string;
    feedback_id: string | null;
    document_id: string | null;
    closed_at: Date | null;
    watched_searches: number;
    watched_answered: number;
    created_at: Date;
    updated_at: Date;
  };
  knowledge_vocabulary: {
    project_id: string;
    index_id: string;
    word: string;
    term: string;
    display_form: string;
  };
}
