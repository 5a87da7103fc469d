#!/bin/sh
# Makes the certificate of NATS and the authority that signs it, once: what is there stays as it is.
#   make-nats-certificate.sh FOLDER_OF_THE_AUTHORITY FOLDER_OF_THE_CERTIFICATE
# The authority's key is not kept, so nobody signs a second certificate with it. To make new ones, delete the files.
set -eu
umask 077
authority=$1
certificate=$2

if [ -s "$authority/ca.pem" ] && [ -s "$certificate/nats.pem" ] && [ -s "$certificate/nats.key" ]; then
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/settings" <<'END'
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign
[certificate]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = DNS:nats, DNS:localhost
END

new_key() {
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"
}

new_key "$work/ca.key"
openssl req -x509 -new -config "$work/settings" -extensions authority -days 3650 \
  -subj "/CN=authority of the bus of Bourse" -key "$work/ca.key" -out "$work/ca.pem"
new_key "$work/nats.key"
openssl req -new -config "$work/settings" -subj /CN=nats -key "$work/nats.key" -out "$work/nats.csr"
openssl x509 -req -in "$work/nats.csr" -CA "$work/ca.pem" -CAkey "$work/ca.key" -set_serial 1 \
  -days 3650 -extfile "$work/settings" -extensions certificate -out "$work/nats.pem"

# The servers, which run as another user, read the authority; the key is for NATS alone.
rm -f "$authority/ca.pem"
cp "$work/nats.key" "$work/nats.pem" "$certificate/"
chmod 755 "$authority"
cp "$work/ca.pem" "$authority/ca.new"
chmod 644 "$authority/ca.new"
mv "$authority/ca.new" "$authority/ca.pem"
