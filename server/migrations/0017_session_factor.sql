-- A session knows whether the employee proved a second factor in it. Until now every login at an organisation counted.

alter table session add column has_second_factor boolean not null default false;
-- Running sessions were accepted under the earlier rule, so they keep their access until they end.
update session set has_second_factor = true
where issuer is not null
  or exists (select from second_factor where second_factor.employee_id = session.employee_id);
comment on column session.has_second_factor is
  'The employee proved a second factor: one of the portal, or one that the OpenID provider stated or requires.';
