-- Replies that were received, so that each is taken once, and its sender is answered rarely. Deleted after 30 days.
CREATE TABLE inbound_mails (
  -- Keyed hash of the message id and the address that the reply was sent to.
  message bytea PRIMARY KEY,
  -- Keyed hash of the mailbox of the sender.
  sender bytea NOT NULL,
  -- Whether the sender received an explanation why the reply was not taken.
  is_answered boolean NOT NULL DEFAULT false,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX inbound_mails_sender ON inbound_mails (sender, received_at);
CREATE INDEX inbound_mails_received ON inbound_mails (received_at);
