-- Whether websites may show the reports of a shared link in a frame.
ALTER TABLE analytics_shares ADD COLUMN embed boolean NOT NULL DEFAULT false;
