#!/bin/sh
# Creates the bucket of deploy/compose.scale.yaml unless it exists. KEY is the access key id and the secret key, with a colon between.
set -eu
bucket=${BUCKET_URL:-http://s3:7070/earshot}

# Prints the status of a request. The store may still be starting.
request() {
  curl --silent --output /dev/null --write-out '%{http_code}' --retry 30 --retry-delay 1 --retry-connrefused \
    --aws-sigv4 aws:amz:us-east-1:s3 --user "$KEY" --header 'x-amz-content-sha256: UNSIGNED-PAYLOAD' "$@" "$bucket"
}

status=$(request --head)
[ "$status" = 404 ] && status=$(request --request PUT)
if [ "$status" != 200 ]; then
  echo "The bucket cannot be created: status $status" >&2
  exit 1
fi
echo 'The bucket exists'
