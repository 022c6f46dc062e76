#!/bin/sh
# Patroni runs this once, on the machine that creates the cluster, with the address of the new server: it makes the role
# and the database of Clubfolio. Patroni makes its own roles. psql reads the password itself: every user of the machine sees a
# command line.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 "$1" <<'END'
\getenv password CLUBFOLIO_DATABASE_PASSWORD
create role clubfolio login password :'password';
create database clubfolio owner clubfolio;
END
