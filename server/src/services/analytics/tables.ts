// Generated from server/migrations by `npm run generate`.

/** Rows of tables, as the driver returns them. */
export interface Tables {
  analytics_alert_triggers: {
    project_id: string;
    id: string;
    alert_id: string;
    condition: string;
    window_from: Date;
    window_to: Date;
    value: number;
    threshold: number | null;
    usual: number | null;
    usual_low: number | null;
    usual_high: number | null;
    path: string;
    triggered_at: Date;
    recovered_at: Date | null;
    recovered_value: number | null;
  };
  analytics_alerts: {
    project_id: string;
    id: string;
    revision: number;
    name: string;
    metric: string;
    filters: string[];
    goal_id: string | null;
    condition: string;
    threshold: number | null;
    window_minutes: number;
    tolerance: number;
    cooldown_minutes: number;
    enabled: boolean;
    disabled_reason: string | null;
    state: string;
    streak: number;
    evaluated_until: Date | null;
    low_ignored_until: Date | null;
    last_value: number | null;
    last_triggered_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  analytics_annotations: {
    project_id: string;
    id: string;
    time: Date;
    text: string;
    url: string | null;
    changelog_entry_id: string | null;
    created_at: Date;
    updated_at: Date;
  };
  analytics_batches: {
    id: string;
    event_count: number;
    waiting_since: unknown;
    partitions: number[];
    deletions: string[];
    events: Buffer;
    visits: Buffer;
    searches: Buffer;
    is_compressed: boolean;
    created_at: Date;
  };
  analytics_browser_events: {
    project_id: string;
    browser: string;
    seq: string;
    id: string;
    time: Date;
    user_id: string;
    person: string;
    stored_at: Date;
  };
  analytics_drops: {
    project_id: string;
    reason: string;
    hostname: string;
    message: string;
    occurred_at: Date;
  };
  analytics_event_counts: {
    project_id: string;
    day: Date;
    events: string | null;
    missing: string;
  };
  analytics_event_ids: {
    project_id: string;
    event_id: string;
    seen_at: Date;
  };
  analytics_event_log: {
    is_only: boolean;
    has_counted: boolean;
    last_import: string;
  };
  analytics_finalized_days: {
    project_id: string;
    starts_at: Date;
    ends_at: Date;
    build: string;
    reads_from: Date;
    reads_to: Date;
    timezone: string;
    counted_bots: unknown;
    lists_users: boolean;
  };
  analytics_funnels: {
    project_id: string;
    id: string;
    name: string;
    steps: unknown;
    window_seconds: number;
    step_order: string;
    unit: string;
    created_at: Date;
    updated_at: Date;
  };
  analytics_goals: {
    project_id: string;
    id: string;
    name: string;
    event: string | null;
    page: string | null;
    created_at: Date;
    updated_at: Date;
    filters: string[];
  };
  analytics_imports: {
    project_id: string;
    id: string;
    events: string;
    event_count: number;
    outcomes: unknown;
    received_at: Date;
    year: number | null;
    partition: number;
  };
  analytics_inbox: {
    project_id: string;
    id: string;
    events: string;
    event_count: number;
    outcomes: unknown;
    received_at: Date;
    kind: string;
    partition: number;
    source_row: string | null;
  };
  analytics_intake: {
    project_id: string;
    hour: Date;
    outcome: string;
    count: string;
  };
  analytics_nodes: {
    id: string;
    seen_at: Date;
  };
  analytics_partitions: {
    partition: number;
    holder: string | null;
    held_until: Date;
    last_batch: string;
  };
  analytics_salts: {
    day: Date;
    salt: Buffer;
  };
  analytics_search_consoles: {
    project_id: string;
    revision: number;
    client_email: string;
    private_key_id: string;
    private_key: string;
    site: string | null;
    fetched_from: string | null;
    fetched_until: string | null;
    error: string | null;
    last_fetched_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  analytics_segments: {
    project_id: string;
    id: string;
    name: string;
    filters: string[];
    created_at: Date;
    updated_at: Date;
  };
  analytics_shares: {
    project_id: string;
    id: string;
    name: string;
    link: string;
    password_hash: Buffer | null;
    segment_id: string | null;
    last_opened_at: Date | null;
    wrong_passwords: number;
    wrong_since: Date | null;
    created_at: Date;
    updated_at: Date;
    embed: boolean;
  };
  analytics_touched_hours: {
    project_id: string;
    hour: Date;
    version: string;
    batch: string | null;
    touched_at: Date;
  };
}
