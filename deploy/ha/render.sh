#!/bin/sh
# Writes the configuration of one machine from the templates beside this script and cluster.env.
#
#   ./render.sh database 2 /tmp/rendered     patroni.yml, etcd and create-database.sh of the second database machine
#   ./render.sh application /tmp/rendered    haproxy.cfg of a machine that runs Clubfolio
#
# CLUSTER_ENV names another file of addresses.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "${CLUSTER_ENV:-$here/cluster.env}"

usage() {
  sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

render() {
  sed -e "s|@NUMBER@|$number|g" -e "s|@HOST@|$host|g" \
    -e "s|@HOST_1@|$HOST_1|g" -e "s|@HOST_2@|$HOST_2|g" -e "s|@HOST_3@|$HOST_3|g" \
    -e "s|@APPLICATION_NETWORK@|$APPLICATION_NETWORK|g" \
    -e "s|@HAPROXY_BIND@|$HAPROXY_BIND|g" -e "s|@HAPROXY_STATISTICS@|$HAPROXY_STATISTICS|g" \
    -e "s|@POSTGRESQL_BIN@|$POSTGRESQL_BIN|g" -e "s|@POSTGRESQL_DATA@|$POSTGRESQL_DATA|g" \
    -e "s|@POSTGRESQL_SOCKET@|$POSTGRESQL_SOCKET|g" -e "s|@ETCD_DATA@|$ETCD_DATA|g" \
    -e "s|@CONFIGURATION@|$CONFIGURATION|g" "$here/$1" >"$into/$2"
}

case "${1:-}" in
database)
  [ $# -eq 3 ] || usage
  number=$2
  into=$3
  case "$number" in
  1) host=$HOST_1 ;;
  2) host=$HOST_2 ;;
  3) host=$HOST_3 ;;
  *) usage ;;
  esac
  mkdir -p "$into"
  render patroni.yml patroni.yml
  render etcd.env etcd.env
  cp "$here/create-database.sh" "$into/create-database.sh"
  chmod 755 "$into/create-database.sh"
  ;;
application)
  [ $# -eq 2 ] || usage
  number= host= into=$2
  mkdir -p "$into"
  render haproxy.cfg haproxy.cfg
  ;;
*) usage ;;
esac
