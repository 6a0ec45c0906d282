-- Standard terms: a day whose rollups are built is finalized.
ALTER TABLE analytics_settled_days RENAME TO analytics_finalized_days;
ALTER INDEX analytics_settled_days_pkey RENAME TO analytics_finalized_days_pkey;
ALTER TABLE analytics_finalized_days RENAME CONSTRAINT analytics_settled_days_project_id_fkey TO analytics_finalized_days_project_id_fkey;
