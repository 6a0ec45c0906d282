#!/bin/sh
# Removes files from node_modules that programs never load. Licenses stay.
set -eu
modules=$1

# Declarations, source maps and documents.
find "$modules" -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
find "$modules" -type f -name '*.md' ! -iname '*license*' ! -iname '*notice*' -delete

# Headers and static libraries, with which programs for PostgreSQL are compiled.
for native in "$modules"/@embedded-postgres/*/native; do
  rm -rf "$native/include" "$native/lib/pkgconfig" "$native/share/doc" "$native/share/man"
  find "$native/lib" -name '*.a' -delete
done

# The keychain of desktops, for the command line. Containers have none, and the command line uses a file instead.
rm -rf "$modules"/@napi-rs/keyring*
