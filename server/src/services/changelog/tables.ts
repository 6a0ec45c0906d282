// Generated from server/migrations by `npm run generate`.

/** Rows of tables, as the driver returns them. */
export interface Tables {
  changelog_asked: {
    project_id: string;
    address: Buffer;
    asked_at: Date | null;
    unsubscribed_at: Date | null;
  };
  changelog_entries: {
    project_id: string;
    id: string;
    title: string;
    slug: string;
    content: string;
    content_html: string;
    version: string | null;
    type: string;
    tags: string[];
    status: string;
    published_at: Date | null;
    scheduled_at: Date | null;
    feedback_ids: string[];
    search: string;
    created_at: Date;
    updated_at: Date;
    external_id: string | null;
    import_id: string | null;
    segment_id: string | null;
    success: unknown;
    window_days: number;
    adoption_measured_at: Date | null;
    image_url: string | null;
    image_alt: string;
    announcement: string | null;
    announcement_ends_at: Date | null;
    pages: string[];
    languages: string[];
  };
  changelog_former_slugs: {
    project_id: string;
    slug: string;
    entry_id: string;
  };
  changelog_reactions: {
    project_id: string;
    entry_id: string;
    reader: string;
    reaction: string;
    network: Buffer | null;
    created_at: Date;
  };
  changelog_subscribers: {
    project_id: string;
    email: string;
    confirmed_at: Date | null;
    id: string;
    created_at: Date;
    language: string | null;
  };
  changelog_viewers: {
    project_id: string;
    entry_id: string;
    day: Date;
    viewer: Buffer;
  };
  changelog_views: {
    project_id: string;
    entry_id: string;
    views: number;
  };
}
