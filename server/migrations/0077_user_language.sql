-- Language of the dashboard that a user chose. Null: the language of the browser.
ALTER TABLE users ADD COLUMN language text;
