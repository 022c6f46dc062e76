#!/bin/sh
# Prints new passwords in the form of /etc/patroni_env.conf. Run it once, and copy the file to all three database
# machines: the passwords are the same everywhere.
#
#   umask 077; ./make-passwords.sh > patroni_env.conf
set -eu
password() { openssl rand -hex 24; }
cat <<END
PATRONI_SUPERUSER_USERNAME=postgres
PATRONI_SUPERUSER_PASSWORD=$(password)
PATRONI_REPLICATION_USERNAME=replicator
PATRONI_REPLICATION_PASSWORD=$(password)
PATRONI_REWIND_USERNAME=rewinder
PATRONI_REWIND_PASSWORD=$(password)
PATRONI_RESTAPI_USERNAME=patroni
PATRONI_RESTAPI_PASSWORD=$(password)
CLUBFOLIO_DATABASE_PASSWORD=$(password)
END
