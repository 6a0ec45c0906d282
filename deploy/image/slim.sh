#!/bin/sh
# Removes files from node_modules that programs never load. Licenses stay.
set -eu
modules=$1

# TypeScript, source maps and documents. Node.js runs no TypeScript of packages.
find "$modules" -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete
find "$modules" -type f -name '*.md' ! -iname '*license*' ! -iname '*notice*' -delete

# Tests.
find "$modules" -type d \( -name test -o -name tests -o -name benchmark -o -name benchmarks \) -prune -exec rm -rf {} +

# Add-ons for another runtime, Bare.
rm -rf "$modules"/bare-*/prebuilds

# Styles of highlight.js, and its copy for bundlers.
rm -rf "$modules/highlight.js/es" "$modules/highlight.js/styles" "$modules/highlight.js/scss"

# Weights of the font that share images do not use.
find "$modules/@expo-google-fonts" -type f -name '*.ttf' ! -name Inter_400Regular.ttf ! -name Inter_700Bold.ttf -delete

# Headers, static libraries and tools, with which programs for PostgreSQL are compiled.
for native in "$modules"/@embedded-postgres/*/native; do
  rm -rf "$native/include" "$native/lib/pkgconfig" "$native/lib/postgresql/pgxs" "$native/share/doc" "$native/share/man"
  find "$native/lib" -name '*.a' -delete
done

# The keychain of desktops, for the command line. Containers have none, and the command line uses a file instead.
rm -rf "$modules"/@napi-rs/keyring*
