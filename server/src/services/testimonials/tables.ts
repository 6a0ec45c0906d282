// Generated from server/migrations by `npm run generate`.

/** Rows of tables, as the driver returns them. */
export interface Tables {
  testimonial_collections: {
    project_id: string;
    id: string;
    slug: string;
    name: string;
    style: unknown;
    created_at: Date;
    updated_at: Date;
  };
  testimonial_counts: {
    project_id: string;
    status: string;
    rating: number;
    count: string;
  };
  testimonial_requests: {
    project_id: string;
    id: string;
    rule_id: string | null;
    channel: string;
    identity_kind: string;
    identity: string;
    subject: string | null;
    status: string;
    testimonial_id: string | null;
    created_at: Date;
    updated_at: Date;
    questions: string[];
    reminded_at: Date | null;
    release_id: string | null;
  };
  testimonial_rules: {
    project_id: string;
    id: string;
    name: string;
    trigger: string;
    event: string | null;
    page: string | null;
    times: number | null;
    channel: string;
    message: string | null;
    enabled: boolean;
    created_at: Date;
    updated_at: Date;
    questions: string[];
    reminder_days: number | null;
  };
  testimonials: {
    project_id: string;
    id: string;
    status: string;
    author_name: string;
    author_email: string | null;
    author_title: string | null;
    author_company: string | null;
    author_avatar_url: string | null;
    content: string;
    rating: number;
    image_url: string | null;
    source_url: string | null;
    tags: string[];
    featured: boolean;
    disclosure: string;
    consent: unknown;
    created_at: Date;
    updated_at: Date;
    external_id: string | null;
    import_id: string | null;
    collection_ids: string[];
    video_url: string | null;
    answers: unknown;
  };
}
