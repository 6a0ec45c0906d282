-- Standard terms: entries have a rank in the line, and counts are kept in buckets of 1,024 ranks.
ALTER TABLE waitlist_entries RENAME COLUMN place TO rank;
ALTER TABLE waitlist_lines RENAME COLUMN last_place TO last_rank;
ALTER TABLE waitlist_stretches RENAME TO waitlist_rank_buckets;
ALTER TABLE waitlist_rank_buckets RENAME COLUMN stretch TO bucket;
ALTER INDEX waitlist_entries_place RENAME TO waitlist_entries_rank;
ALTER INDEX waitlist_stretches_pkey RENAME TO waitlist_rank_buckets_pkey;
