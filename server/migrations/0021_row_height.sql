alter table employee add row_height text check (row_height in ('compact', 'roomy'));
comment on column employee.row_height is
  'The height of the rows of tables that the employee chose. Null: compact on a wide screen, else roomy.';
