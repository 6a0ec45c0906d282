-- Readers of articles: everyone, people who are signed in, or a segment of people. A segment in use cannot be deleted.
ALTER TABLE knowledge_indexes
  -- Audience of the documents that have none of their own.
  ADD COLUMN audience text NOT NULL DEFAULT 'everyone' CHECK (audience IN ('everyone', 'signed_in', 'segment')),
  ADD COLUMN segment_id uuid,
  ADD FOREIGN KEY (project_id, segment_id) REFERENCES people_segments,
  ADD CHECK ((audience = 'segment') = (segment_id IS NOT NULL));
CREATE INDEX knowledge_indexes_segment ON knowledge_indexes (project_id, segment_id) WHERE segment_id IS NOT NULL;

ALTER TABLE knowledge_documents
  -- Whether audience and segment_id are those of the index.
  ADD COLUMN inherits_audience boolean NOT NULL DEFAULT true,
  ADD COLUMN audience text NOT NULL DEFAULT 'everyone' CHECK (audience IN ('everyone', 'signed_in', 'segment')),
  ADD COLUMN segment_id uuid,
  ADD FOREIGN KEY (project_id, segment_id) REFERENCES people_segments,
  ADD CHECK ((audience = 'segment') = (segment_id IS NOT NULL));
CREATE INDEX knowledge_documents_segment ON knowledge_documents (project_id, segment_id) WHERE segment_id IS NOT NULL;
CREATE INDEX knowledge_documents_private ON knowledge_documents (project_id, index_id, number) WHERE audience <> 'everyone';
