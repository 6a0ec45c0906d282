// Generated from server/migrations by `npm run generate`.

/** Rows of tables, as the driver returns them. */
export interface Tables {
  testimonial_counts: {
    project_id: string;
    status: string;
    rating: number;
    count: string;
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
  };
}
