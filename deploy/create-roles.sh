#!/bin/sh
# Creates both roles and the database when the PostgreSQL container of compose.yml starts for the first time.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres --set=owner="$OWNER_PASSWORD" --set=portal="$PORTAL_PASSWORD" <<'END'
create role loket_owner login password :'owner';
create role portaal login password :'portal';
create database loket owner loket_owner encoding 'UTF8' template template0;
END
