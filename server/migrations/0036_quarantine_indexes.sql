-- A page of each part of the queue reads only its own lines, also when few of 20,000 lines have the cause or the state.

drop index quarantine_line_counts;
-- Covers the counts by cause, so that 20,000 lines are counted without their table.
create index quarantine_line_cause on quarantine_line (cause, oldest_on, id) include (rows, cents)
  where state in ('waiting', 'proposed', 'placing');
create index quarantine_line_proposed on quarantine_line (oldest_on, id) where state = 'proposed';
create index quarantine_line_decided on quarantine_line (((decided_at at time zone 'Europe/Amsterdam')::date), id)
  where state in ('placed', 'left_out');
