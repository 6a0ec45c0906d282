ALTER TABLE knowledge_indexes
  -- Introduction on the public pages.
  ADD COLUMN description text NOT NULL DEFAULT '',
  -- Place among the indexes of the project. Null: after those with a place, by name.
  ADD COLUMN position integer,
  -- Order of categories. Others follow by name.
  ADD COLUMN categories text[] NOT NULL DEFAULT '{}';

ALTER TABLE knowledge_documents
  -- Empty: none. Null: not derived yet, as after the restore of an archive of an earlier version; see documents-store.ts.
  ADD COLUMN category text,
  -- Place within the category. Null: after those with a place, by title.
  ADD COLUMN position integer;

UPDATE knowledge_documents SET category = coalesce(
  CASE WHEN jsonb_typeof(metadata -> 'category') = 'string' THEN nullif(btrim(metadata ->> 'category'), '') END,
  CASE WHEN external_id LIKE '%/%' THEN (
    SELECT upper(left(folder, 1)) || substr(folder, 2)
    FROM btrim(regexp_replace(split_part(ltrim(external_id, '/'), '/', 1), '[-_[:space:]]+', ' ', 'g')) AS folder
  ) END, '');
