-- Country of a sign-up, by the address of its request, to find and invite people by country.
ALTER TABLE waitlist_entries ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$');
