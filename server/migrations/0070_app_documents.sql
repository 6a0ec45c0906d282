-- Apps whose client id is the URL of a document with their metadata (draft-ietf-oauth-client-id-metadata-document). The document is read
-- again after `document_expires_at`. Null for apps that registered themselves.
ALTER TABLE oauth_clients
  ADD COLUMN document_url text UNIQUE,
  ADD COLUMN document_expires_at timestamptz,
  ADD CHECK ((document_url IS NULL) = (document_expires_at IS NULL));
