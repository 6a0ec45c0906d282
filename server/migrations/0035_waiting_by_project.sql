-- Arrival of the oldest inbox row of each project in the batch, by project id: reports say how far the figures of their project reach.
ALTER TABLE analytics_batches ADD COLUMN waiting_since jsonb NOT NULL DEFAULT '{}';

-- Rows are read project by project, along the primary key: projects take turns. By the order of all rows, the planner would look for
-- those of a small project among a million of another.
DROP INDEX analytics_inbox_order;
