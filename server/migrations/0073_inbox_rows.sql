-- A row of the inbox has the events of several requests under load. Up to 8 kB stay in the row itself: the rows of a separate table, with
-- an index, cost more than the larger row, which is deleted after a second.
ALTER TABLE analytics_inbox SET (toast_tuple_target = 8160);
