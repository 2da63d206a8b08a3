-- Without a moment or a maximum number, retire_log compared with null and deleted rows of any age. It now does nothing.
alter function retire_log(text, timestamptz, int) strict;

-- A role that may execute a trigger function can use it for a table of its own, and so lengthen a log without a row.
revoke all on function append_to_chain from public;
