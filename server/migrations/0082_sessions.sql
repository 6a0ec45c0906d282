-- The client of a sign-in, so that users recognize their sessions. Derived from the User-Agent and the address of the request, which are
-- not stored. `program` is the name that a program gave itself.
ALTER TABLE sign_ins
  ADD COLUMN browser text,
  ADD COLUMN os text,
  ADD COLUMN country text,
  ADD COLUMN program text;

-- The network that asked for a mailed code. Null for a browser in which the user has signed in before, whose codes are counted apart.
ALTER TABLE mailed_codes ADD COLUMN network_hash bytea;
