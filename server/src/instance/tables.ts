// Generated from server/migrations by `npm run generate`.

/** Rows of tables, as the driver returns them. */
export interface Tables {
  account_entries: {
    user_id: string;
    id: string;
    action: string;
    target_id: string | null;
    target_name: string | null;
    token_name: string | null;
    browser: string | null;
    os: string | null;
    country: string | null;
    scopes: string[] | null;
    project_ids: string[] | null;
    is_unsent: boolean;
    created_at: Date;
  };
  account_sign_ins: {
    state_hash: Buffer;
    challenge: string | null;
    email: string | null;
    mail_code_hash: Buffer | null;
    mail_code_expires_at: Date | null;
    mail_code_tries: number;
    code_hash: Buffer | null;
    user_id: string | null;
    verified_email: string | null;
    name: string | null;
    expires_at: Date;
  };
  audit_entries: {
    project_id: string;
    id: string;
    action: string;
    actor_id: string | null;
    actor_name: string | null;
    token_name: string | null;
    target_id: string | null;
    target_name: string | null;
    before: unknown;
    after: unknown;
    actor_is_service_account: boolean;
    created_at: Date;
  };
  authorization_codes: {
    hash: Buffer;
    user_id: string;
    code_challenge: string;
    expires_at: Date;
    sign_in_id: string | null;
  };
  backup_status: {
    is_only: boolean;
    attempted_at: Date;
    error: string | null;
    succeeded_at: Date | null;
    name: string | null;
    bytes: string | null;
    duration_ms: string | null;
  };
  companies: {
    project_id: string;
    id: string;
    name: string | null;
    attributes: unknown;
    created_at: Date;
    updated_at: Date;
  };
  content_versions: {
    project_id: string;
    content_id: string;
    id: string;
    index_id: string | null;
    title: string;
    content: string;
    actor_id: string | null;
    actor_is_service_account: boolean;
    actor_name: string | null;
    created_at: Date;
    updated_at: Date;
  };
  device_authorizations: {
    device_hash: Buffer;
    user_code: string;
    client_id: string | null;
    user_id: string | null;
    denied: boolean;
    interval_seconds: number;
    polled_at: Date | null;
    expires_at: Date;
    created_at: Date;
  };
  end_user_codes: {
    project_id: string;
    attempt_hash: Buffer;
    email: string;
    network_hash: Buffer;
    code_hash: Buffer | null;
    tries: number;
    created_at: Date;
  };
  end_user_sessions: {
    project_id: string;
    token_hash: Buffer;
    user_id: string | null;
    email: string | null;
    name: string | null;
    avatar_url: string | null;
    has_taken_over: boolean;
    created_at: Date;
    last_used_at: Date;
    expires_at: Date;
  };
  import_chunks: {
    project_id: string;
    import_id: string;
    file: number;
    start: string;
    bytes: Buffer;
  };
  import_files: {
    project_id: string;
    import_id: string;
    number: number;
    name: string;
    size_bytes: string;
    received_bytes: string;
  };
  import_images: {
    project_id: string;
    source_hash: Buffer;
    upload_id: string;
    import_id: string;
  };
  import_problems: {
    project_id: string;
    import_id: string;
    number: string;
    collection: string;
    file: string;
    line: string;
    field: string | null;
    code: string;
    message: string;
    record: string;
  };
  imports: {
    project_id: string;
    id: string;
    source: string;
    status: string;
    options: unknown;
    detected: unknown;
    processed: string;
    counts: unknown;
    check_counts: unknown;
    error: string | null;
    actor_id: string;
    actor_is_service_account: boolean;
    actor_name: string | null;
    created_at: Date;
    updated_at: Date;
  };
  inbound_mails: {
    message: Buffer;
    sender: Buffer;
    is_answered: boolean;
    received_at: Date;
  };
  login_attempts: {
    state_hash: Buffer;
    browser_hash: Buffer;
    provider: string;
    provider_verifier: string;
    nonce: string | null;
    return_to: string;
    client_state: string | null;
    code_challenge: string;
    expires_at: Date;
  };
  mailed_codes: {
    email: string;
    network_hash: Buffer | null;
    created_at: Date;
  };
  mails: {
    project_id: string;
    id: string;
    cause: string;
    recipient: string;
    subject: string;
    text_body: string;
    html_body: string;
    headers: unknown;
    status: string;
    error: string | null;
    sender_name: string | null;
    reply_to: string | null;
    mailbox: string;
    is_unsolicited: boolean;
    created_at: Date;
    updated_at: Date;
    event: string | null;
    subject_ids: string[];
  };
  notification_preferences: {
    project_id: string;
    user_id: string;
    kind: string;
    preference: string;
  };
  notifications: {
    project_id: string;
    user_id: string;
    id: string;
    kind: string;
    subject: string;
    event_id: string;
    actor_id: string | null;
    read_at: Date | null;
    pending_mail: string | null;
    mailed_at: Date | null;
    created_at: Date;
  };
  oauth_clients: {
    id: string;
    name: string;
    redirect_uris: string[];
    expires_at: Date;
    document_url: string | null;
    document_expires_at: Date | null;
    created_at: Date;
  };
  oauth_grants: {
    id: string;
    client_id: string;
    user_id: string;
    redirect_uri: string;
    resource: string;
    scopes: string[];
    project_ids: string[] | null;
    last_used_at: Date | null;
    expires_at: Date;
    created_at: Date;
  };
  oauth_requests: {
    hash: Buffer;
    client_id: string;
    redirect_uri: string;
    code_challenge: string;
    scopes: string[];
    resource: string;
    state: string | null;
    expires_at: Date;
    code_hash: Buffer | null;
    user_id: string | null;
    project_ids: string[] | null;
    grant_id: string | null;
    used_at: Date | null;
  };
  oauth_tokens: {
    hash: Buffer;
    kind: string;
    grant_id: string;
    scopes: string[] | null;
    expires_at: Date;
    used_at: Date | null;
  };
  one_time_jobs: {
    name: string;
    sent_at: Date;
  };
  passkey_challenges: {
    user_id: string;
    challenge: string;
    expires_at: Date;
  };
  passkeys: {
    id: string;
    user_id: string;
    credential_id: Buffer;
    public_key: Buffer;
    sign_count: string;
    transports: string[];
    name: string;
    last_used_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  people: {
    project_id: string;
    id: string;
    user_ids: string[];
    emails: string[];
    name: string | null;
    avatar_url: string | null;
    attributes: unknown;
    company_id: string | null;
    search: string;
    created_at: Date;
    updated_at: Date;
    last_seen_at: Date | null;
  };
  people_attributes: {
    project_id: string;
    subject: string;
    name: string;
    type: string;
    created_at: Date;
  };
  people_identities: {
    project_id: string;
    kind: string;
    value: string;
    person_id: string;
    proof: string;
    proven_at: Date;
  };
  people_segments: {
    project_id: string;
    id: string;
    name: string;
    definition: unknown;
    created_at: Date;
    updated_at: Date;
  };
  people_separations: {
    project_id: string;
    user_id: string;
    email: string;
  };
  project_domain_checks: {
    project_id: string;
    started_at: Date;
    count: number;
  };
  project_domains: {
    project_id: string;
    domain: string;
    state: string;
    checked_at: Date | null;
    verified_at: Date | null;
    missing_since: Date | null;
    error: string | null;
  };
  project_exports: {
    project_id: string;
    id: string;
    status: string;
    personal_data: boolean;
    progress: number;
    counts: unknown;
    size_bytes: string | null;
    sha256: string | null;
    error: string | null;
    expires_at: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  project_former_slugs: {
    slug: string;
    project_id: string;
  };
  project_identity_secrets: {
    project_id: string;
    secret: string;
    expires_at: Date | null;
    created_at: Date;
  };
  project_keys: {
    project_id: string;
    key: string;
    expires_at: Date | null;
    created_at: Date;
    id: string;
    name: string;
    is_default: boolean;
    allowed_origins: string[];
    last_used_at: Date | null;
  };
  project_members: {
    project_id: string;
    user_id: string;
    role: string;
    created_at: Date;
    updated_at: Date;
    invited_at: Date;
    notification_segment_id: string | null;
  };
  projects: {
    id: string;
    name: string;
    slug: string;
    settings: unknown;
    is_sample: boolean;
    created_at: Date;
    updated_at: Date;
  };
  proposals: {
    project_id: string;
    id: string;
    kind: string;
    state: string;
    subject_id: string | null;
    change: unknown;
    result_id: string | null;
    created_at: Date;
    decided_at: Date | null;
    decided_by: string | null;
  };
  report_periods: {
    project_id: string;
    frequency: string;
    first_day: Date;
    created_at: Date;
  };
  report_subscriptions: {
    project_id: string;
    id: string;
    user_id: string | null;
    email: string | null;
    frequency: string;
    starts_at: Date;
    confirmed_at: Date | null;
    created_at: Date;
  };
  request_log: {
    project_id: string;
    request_id: string;
    method: string;
    path: string;
    status: number;
    code: string | null;
    duration_ms: number;
    credential: string | null;
    credential_name: string | null;
    count: number;
    created_at: Date;
  };
  service_accounts: {
    id: string;
    project_id: string;
    name: string;
    scopes: string[];
    created_by: string | null;
    created_at: Date;
    updated_at: Date;
  };
  sign_in_links: {
    hash: Buffer;
    email: string | null;
    expires_at: Date;
  };
  sign_ins: {
    id: string;
    user_id: string;
    browser: string | null;
    os: string | null;
    country: string | null;
    program: string | null;
    created_at: Date;
  };
  tokens: {
    id: string;
    hash: Buffer;
    kind: string;
    user_id: string | null;
    sign_in_id: string | null;
    name: string | null;
    expires_at: Date | null;
    last_used_at: Date | null;
    used_at: Date | null;
    scopes: string[];
    project_ids: string[] | null;
    service_account_id: string | null;
    created_at: Date;
  };
  told: {
    project_id: string;
    mail_id: string;
    subject_id: string;
    event: string;
    recipient: string;
    told_at: Date;
  };
  uploads: {
    project_id: string;
    id: string;
    content_type: string;
    width: number;
    height: number;
    size: number;
    created_at: Date;
  };
  user_avatars: {
    user_id: string;
    id: string;
    content_type: string;
    image: Buffer;
    created_at: Date;
  };
  users: {
    id: string;
    issuer: string | null;
    subject: string | null;
    email: string | null;
    name: string | null;
    avatar_url: string | null;
    is_guest: boolean;
    has_own_name: boolean;
    has_own_avatar: boolean;
    created_at: Date;
    updated_at: Date;
    language: string | null;
  };
  webhook_attempts: {
    project_id: string;
    delivery_id: string;
    id: string;
    url: string;
    request_headers: unknown;
    status_code: number | null;
    response_headers: unknown;
    response_body: string;
    error: string | null;
    duration_ms: number;
    created_at: Date;
  };
  webhook_deliveries: {
    project_id: string;
    id: string;
    endpoint_id: string;
    event_id: string;
    type: string;
    body: string;
    status: string;
    attempt_count: number;
    next_attempt_at: Date | null;
    replayed_at: Date | null;
    attempts_before_replay: number;
    created_at: Date;
    updated_at: Date;
  };
  webhook_endpoints: {
    project_id: string;
    id: string;
    url: string;
    description: string;
    types: string[];
    enabled: boolean;
    disabled_reason: string | null;
    include_personal_data: boolean;
    secret: string;
    previous_secret: string | null;
    previous_secret_expires_at: Date | null;
    created_at: Date;
    updated_at: Date;
    format: string;
    statuses: string[];
    tags: string[];
    min_votes: number;
    next_slot_at: Date;
    include_internal_notes: boolean;
  };
  webhook_events: {
    project_id: string;
    transaction_id: string;
    id: string;
    type: string;
    content: string;
    created_at: Date;
  };
}
