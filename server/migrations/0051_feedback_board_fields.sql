-- Keys of the custom fields in the forms of a board. Null for all fields of the project.
ALTER TABLE feedback_boards ADD COLUMN fields text[];
