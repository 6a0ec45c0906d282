// Generated from server/migrations by `npm run generate`.

/** Rows of tables, as the driver returns them. */
export interface Tables {
  feedback_boards: {
    project_id: string;
    id: string;
    is_default: boolean;
    slug: string;
    name: string;
    description: string;
    access: string;
    position: number;
    created_at: Date;
    updated_at: Date;
    segment_id: string | null;
    fields: string[] | null;
  };
  feedback_comments: {
    project_id: string;
    id: string;
    entry_id: string;
    origin_id: string;
    body: string;
    internal: boolean;
    visibility: string;
    author_id: string | null;
    author_name: string | null;
    author_avatar_url: string | null;
    author_role: string;
    mentioned_ids: string[];
    created_at: Date;
    updated_at: Date;
    private: boolean;
    recipient_id: string | null;
    recipient_email: string | null;
    recipient_confirmed: boolean;
    recipient_name: string | null;
    announced_with: string | null;
    external_id: string | null;
    import_id: string | null;
  };
  feedback_counts: {
    project_id: string;
    visibility: string;
    status: string;
    type: string;
    count: string;
    board_id: string | null;
  };
  feedback_distinct_pairs: {
    project_id: string;
    entry_id: string;
    other_id: string;
    created_at: Date;
  };
  feedback_entries: {
    project_id: string;
    id: string;
    number: string;
    type: string;
    status: string;
    title: string;
    description: string;
    tags: string[];
    visibility: string;
    pinned: boolean;
    upvote_count: number;
    downvote_count: number;
    comment_count: number;
    trend: number;
    image_url: string | null;
    submitter_name: string | null;
    submitter_email: string | null;
    submitter_id: string | null;
    metadata: unknown;
    merged_into: string | null;
    status_before_merge: string | null;
    search: string;
    from_query: string | null;
    assignee_id: string | null;
    due_on: Date | null;
    board_order: string | null;
    created_at: Date;
    updated_at: Date;
    submitter_confirmed_at: Date | null;
    merge_announced_with: string | null;
    external_id: string | null;
    import_id: string | null;
    board_id: string | null;
    fields: unknown;
    custom_status: string | null;
  };
  feedback_history: {
    project_id: string;
    id: string;
    entry_id: string;
    field: string;
    old: unknown;
    new: unknown;
    actor_id: string | null;
    actor_name: string | null;
    actor_is_service_account: boolean;
    created_at: Date;
  };
  feedback_opt_outs: {
    project_id: string;
    email: string;
    created_at: Date;
  };
  feedback_score_values: {
    project_id: string;
    score_id: string;
    entry_id: string;
    term_values: number[];
    known: number[];
    voters: number;
  };
  feedback_scores: {
    project_id: string;
    id: string;
    name: string;
    terms: unknown;
    computed_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  feedback_sequences: {
    project_id: string;
    last_number: string;
  };
  feedback_subscribers: {
    project_id: string;
    entry_id: string;
    email: string;
    origin_id: string;
    confirmed_at: Date | null;
    created_at: Date;
    is_verified: boolean;
    language: string | null;
  };
  feedback_views: {
    project_id: string;
    id: string;
    owner_id: string | null;
    name: string;
    filters: unknown;
    sort: string;
    columns: string[];
    created_at: Date;
    updated_at: Date;
  };
  feedback_vote_bursts: {
    project_id: string;
    id: string;
    entry_id: string;
    origin_id: string;
    state: string;
    votes: number;
    started_at: Date;
    ended_at: Date;
    created_at: Date;
    updated_at: Date;
  };
  feedback_vote_changes: {
    project_id: string;
    entry_id: string;
    upvote_count: number;
    downvote_count: number;
    new_votes: number;
    withdrawn_votes: number;
  };
  feedback_vote_networks: {
    project_id: string;
    entry_id: string;
    day: Date;
    network: Buffer;
    votes: number;
  };
  feedback_votes: {
    project_id: string;
    entry_id: string;
    voter: string;
    origin_id: string;
    value: number;
    voter_name: string | null;
    voter_email: string | null;
    on_behalf_id: string | null;
    created_at: Date;
    import_id: string | null;
  };
}
