-- Images that imports stored as uploads, by the hash of their URL or content: each is fetched once, also by later imports.
CREATE TABLE import_images (
  project_id uuid NOT NULL,
  source_hash bytea NOT NULL,
  upload_id uuid NOT NULL,
  import_id uuid NOT NULL,
  PRIMARY KEY (project_id, source_hash),
  FOREIGN KEY (project_id, upload_id) REFERENCES uploads ON DELETE CASCADE
);
CREATE INDEX import_images_upload_id ON import_images (project_id, upload_id);
CREATE INDEX import_images_import_id ON import_images (project_id, import_id);
