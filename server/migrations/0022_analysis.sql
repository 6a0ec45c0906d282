-- What made terms of the texts of an index: Earshot's rules, by a number (analysis.ts), and the dictionaries of a PostgreSQL.
ALTER TABLE knowledge_indexes ADD COLUMN analysis text NOT NULL DEFAULT '';
UPDATE knowledge_indexes SET analysis = '1/' || current_setting('server_version_num')::int / 10000;
