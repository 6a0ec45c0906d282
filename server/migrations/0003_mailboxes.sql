-- Stores addresses in one spelling of their mailbox. The server does the same with new addresses (contract/src/shared/mailbox.ts); rare letters,
-- for which this SQL has no rule, stay as they are. Of rows that become equal, none is lost.

-- Keys fold ASCII letters only, in every locale: `lower('I')` is `ı` in a Turkish one.
DROP INDEX users_email;
DROP INDEX users_invited;
CREATE INDEX users_email ON users (lower(email COLLATE "C"));

-- Decodes a label of a domain, `xn--mnchen-3ya` (RFC 3492).
CREATE FUNCTION pg_temp.decode_label(label text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  encoded text := regexp_replace(substr(label, 5), '^.*-', '');
  decoded text := CASE WHEN substr(label, 5) LIKE '%-%' THEN regexp_replace(substr(label, 5), '-[^-]*$', '') ELSE '' END;
  code bigint := 128;
  bias integer := 72;
  i bigint := 0;
  before bigint := 0;
  weight bigint := 1;
  k integer := 36;
  threshold integer;
  digit integer;
  delta bigint;
  size integer;
  is_first boolean := true;
  letter text;
BEGIN
  FOREACH letter IN ARRAY string_to_array(encoded, NULL) LOOP
    digit := position(letter IN 'abcdefghijklmnopqrstuvwxyz0123456789') - 1;
    IF digit < 0 THEN RETURN label; END IF;
    i := i + digit * weight;
    threshold := least(greatest(k - bias, 1), 26);
    IF digit >= threshold THEN
      weight := weight * (36 - threshold);
      k := k + 36;
      CONTINUE;
    END IF;
    -- The last digit of a number: the letter and its place in the label.
    size := length(decoded) + 1;
    delta := CASE WHEN is_first THEN (i - before) / 700 ELSE (i - before) / 2 END;
    is_first := false;
    delta := delta + delta / size;
    k := 0;
    WHILE delta > 455 LOOP
      delta := delta / 35;
      k := k + 36;
    END LOOP;
    bias := k + 36 * delta / (delta + 38);
    code := code + i / size;
    i := i % size;
    decoded := overlay(decoded PLACING chr(code::integer) FROM i::integer + 1 FOR 0);
    i := i + 1;
    before := i;
    weight := 1;
    k := 36;
  END LOOP;
  -- Other text is not the form of a label: the label is what DNS knows.
  RETURN CASE WHEN decoded ~ '^([a-z0-9-]|[^\x01-\x9f])*[^\x01-\x9f]([a-z0-9-]|[^\x01-\x9f])*$' AND decoded = normalize(lower(decoded), NFC)
    THEN decoded ELSE label END;
END $$;

-- Returns an address in its one spelling. Addresses that this SQL cannot read stay as they are.
CREATE FUNCTION pg_temp.spell(address text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  folded text;
  local text;
  labels text[];
  host text;
BEGIN
  IF address !~ '[^\x01-\x7f]' AND address !~* '@(.*\.)?xn--' THEN RETURN address; END IF;
  -- Width forms become ordinary characters.
  SELECT normalize(string_agg(CASE WHEN letter ~ '[\uff01-\uffef]' THEN normalize(letter, NFKC) ELSE letter END, '' ORDER BY place), NFC)
    INTO folded FROM string_to_table(address, NULL) WITH ORDINALITY AS t (letter, place);
  IF folded !~ '^[^@]+@[^@]+$' THEN RETURN address; END IF;
  local := regexp_replace(folded, '@[^@]*$', '');
  host := regexp_replace(folded, '^.*@', '');
  -- U+0130, the capital letter I with a dot, has two characters in lower case, of which some locales drop the second.
  IF local ~ '[^\x01-\x7f]' THEN local := normalize(lower(replace(local, U&'\0130', U&'i\0307')), NFC); END IF;
  IF host ~ '[^\x01-\x7f]' OR host ~* '(^|\.)xn--' THEN
    host := normalize(lower(replace(normalize(replace(host, U&'\3002', '.'), NFKC), U&'\0130', U&'i\0307')), NFC);
    SELECT array_agg(CASE WHEN label LIKE 'xn--%' THEN pg_temp.decode_label(label) ELSE label END ORDER BY place)
      INTO labels FROM unnest(string_to_array(host, '.')) WITH ORDINALITY AS t (label, place);
    host := array_to_string(labels, '.');
  END IF;
  RETURN local || '@' || host;
EXCEPTION WHEN OTHERS THEN
  -- Text that PostgreSQL cannot decode must not stop the upgrade.
  RETURN address;
END $$;

CREATE FUNCTION pg_temp.key(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT lower(pg_temp.spell(address) COLLATE "C") $$;

-- Users. Of several invitations to one mailbox, the first gets its spelling, and the others stay in the lists of members as they are.
UPDATE users SET email = pg_temp.spell(email) WHERE email <> pg_temp.spell(email) AND issuer IS NOT NULL;
UPDATE users u SET email = pg_temp.spell(email)
  WHERE email <> pg_temp.spell(email) AND issuer IS NULL AND NOT EXISTS (
    SELECT FROM users o WHERE o.issuer IS NULL AND o.id <> u.id AND pg_temp.key(o.email) = pg_temp.key(u.email)
      AND (lower(o.email COLLATE "C") = pg_temp.key(o.email) OR (o.created_at, o.id) < (u.created_at, u.id)));
CREATE UNIQUE INDEX users_invited ON users (lower(email COLLATE "C")) WHERE issuer IS NULL;
-- Accounts whose subject is an address.
UPDATE users u SET subject = pg_temp.key(subject)
  WHERE issuer IN ('account', 'local') AND subject <> pg_temp.key(subject) AND NOT EXISTS (
    SELECT FROM users o WHERE o.issuer = u.issuer AND o.id <> u.id AND pg_temp.key(o.subject) = pg_temp.key(u.subject)
      AND (o.subject = pg_temp.key(o.subject) OR (o.created_at, o.id) < (u.created_at, u.id)));

-- Subscriptions of one mailbox become one, which is confirmed if one of them was.
INSERT INTO feedback_subscribers AS s (project_id, entry_id, email, origin_id, confirmed_at, created_at)
  SELECT project_id, entry_id, pg_temp.key(email), (array_agg(origin_id ORDER BY created_at))[1], min(confirmed_at), min(created_at)
  FROM feedback_subscribers WHERE email <> pg_temp.key(email) GROUP BY 1, 2, 3
  ON CONFLICT (project_id, entry_id, email) DO UPDATE SET confirmed_at = coalesce(s.confirmed_at, excluded.confirmed_at);
DELETE FROM feedback_subscribers WHERE email <> pg_temp.key(email);
WITH others AS (DELETE FROM changelog_subscribers WHERE email <> pg_temp.key(email) RETURNING *)
INSERT INTO changelog_subscribers AS s (project_id, email, confirmed_at, id, created_at)
  SELECT project_id, pg_temp.key(email), min(confirmed_at), (array_agg(id ORDER BY created_at))[1], min(created_at)
  FROM others GROUP BY 1, 2
  ON CONFLICT (project_id, email) DO UPDATE SET confirmed_at = coalesce(s.confirmed_at, excluded.confirmed_at);

-- Entries of one mailbox on a waitlist stay, because each has a place, referrals and notes: the team removes one. The first keeps the key.
UPDATE waitlist_entries SET email = pg_temp.spell(email) WHERE email <> pg_temp.spell(email);
UPDATE waitlist_entries e SET email_key = lower(email COLLATE "C")
  WHERE email_key <> lower(email COLLATE "C") AND NOT EXISTS (
    SELECT FROM waitlist_entries o WHERE o.project_id = e.project_id AND o.id <> e.id AND lower(o.email COLLATE "C") = lower(e.email COLLATE "C")
      AND (o.email_key = lower(o.email COLLATE "C") OR o.number < e.number));

-- Votes on behalf of one person stay as counted; their list shows both.
UPDATE feedback_votes v SET voter = 'eml:' || pg_temp.key(substr(voter, 5))
  WHERE voter LIKE 'eml:%' AND substr(voter, 5) <> pg_temp.key(substr(voter, 5)) AND NOT EXISTS (
    SELECT FROM feedback_votes o WHERE o.project_id = v.project_id AND o.entry_id = v.entry_id AND o.voter LIKE 'eml:%' AND o.voter <> v.voter
      AND pg_temp.key(substr(o.voter, 5)) = pg_temp.key(substr(v.voter, 5))
      AND (substr(o.voter, 5) = pg_temp.key(substr(o.voter, 5)) OR (o.created_at, o.voter) < (v.created_at, v.voter)));
UPDATE feedback_votes SET voter_email = pg_temp.spell(voter_email) WHERE voter_email <> pg_temp.spell(voter_email);
UPDATE feedback_history SET old = CASE WHEN old ? 'email' THEN jsonb_set(old, '{email}', to_jsonb(pg_temp.spell(old->>'email'))) ELSE old END,
    new = CASE WHEN new ? 'email' THEN jsonb_set(new, '{email}', to_jsonb(pg_temp.spell(new->>'email'))) ELSE new END
  WHERE field = 'vote_on_behalf' AND coalesce(new, old)->>'email' <> pg_temp.spell(coalesce(new, old)->>'email');
UPDATE feedback_entries SET submitter_email = pg_temp.spell(submitter_email) WHERE submitter_email <> pg_temp.spell(submitter_email);
UPDATE testimonials SET author_email = pg_temp.spell(author_email) WHERE author_email <> pg_temp.spell(author_email);
-- Mails for one cause to two spellings were sent to both: the cause is made unique.
UPDATE mails m SET recipient = pg_temp.spell(recipient), cause = CASE WHEN EXISTS (
      SELECT FROM mails o WHERE o.project_id = m.project_id AND o.cause = m.cause AND o.id <> m.id AND pg_temp.spell(o.recipient) = pg_temp.spell(m.recipient)
    ) THEN cause || ':' || id ELSE cause END
  WHERE recipient <> pg_temp.spell(recipient);

DROP FUNCTION pg_temp.key;
DROP FUNCTION pg_temp.spell;
DROP FUNCTION pg_temp.decode_label;
