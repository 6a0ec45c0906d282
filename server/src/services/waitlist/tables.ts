// Generated from server/migrations by `npm run generate`.

/** Rows of tables, as the driver returns them. */
export interface Tables {
  waitlist_broadcasts: {
    project_id: string;
    id: string;
    subject: string;
    body: string;
    filter: unknown;
    recipient_count: number;
    unsubscribed_count: number;
    last_number: string;
    queued_count: number;
    created_at: Date;
    sent_at: Date | null;
    delivered_count: number;
    failed_count: number;
    stop_reason: string | null;
    progressed_at: Date;
  };
  waitlist_entries: {
    project_id: string;
    id: string;
    number: string;
    email: string;
    email_key: string;
    name: string | null;
    status: string;
    rank: string | null;
    notes: string | null;
    referral_source: string | null;
    referral_code: string;
    referred_by: string | null;
    boost: number | null;
    referral_count: number;
    metadata: unknown;
    search: string;
    confirmed_at: Date | null;
    invited_at: Date | null;
    created_at: Date;
    updated_at: Date;
    external_id: string | null;
    import_id: string | null;
    country: string | null;
    answers: unknown;
    peak_referrals: number;
    on_leaderboard: boolean;
    unsubscribed_at: Date | null;
    language: string | null;
  };
  waitlist_lines: {
    project_id: string;
    last_number: string;
    last_rank: string;
    unconfirmed: string;
    waiting: string;
    invited: string;
    joined: string;
    removed: string;
  };
  waitlist_rank_buckets: {
    project_id: string;
    bucket: string;
    count: number;
  };
}
