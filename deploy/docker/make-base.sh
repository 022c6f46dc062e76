#!/bin/sh
# Makes the base image from Debian's own packages, where no registry is reachable or trusted: Debian 13 with its Node 20.
# Needs mmdebstrap and docker.
#
#   ./make-base.sh clubfolio-base            then docker build --build-arg BASE=clubfolio-base …
#   ./make-base.sh clubfolio-base base.tar   writes the file only, for another tool to import
set -eu
name=${1:-clubfolio-base}
file=${2:-}
archive=${file:-$(mktemp --suffix=.tar)}
mmdebstrap --variant=minbase --include=nodejs,ca-certificates,tzdata trixie "$archive"
if [ -z "$file" ]; then
  docker import "$archive" "$name"
  rm "$archive"
fi
