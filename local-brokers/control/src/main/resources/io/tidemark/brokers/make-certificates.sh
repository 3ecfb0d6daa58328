# Makes a private certificate authority, and certificates of a server and a client, in this folder.
# Arguments: Java's keytool; the password of the stores.
set -e
keytool=$1
password=$2

sign() {
  openssl req -newkey rsa:2048 -nodes -subj "/CN=$2" -keyout "$1.key" -out "$1.csr"
  openssl x509 -req -days 30 -in "$1.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -extfile "$1.ext" -out "$1.pem"
}

openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=tidemark-local-ca -keyout ca.key -out ca.pem
echo "subjectAltName=DNS:localhost,IP:127.0.0.1" > server.ext
echo "extendedKeyUsage=serverAuth" >> server.ext
echo "extendedKeyUsage=clientAuth" > client.ext
sign server localhost
sign client tidemark-client
openssl pkcs12 -export -in client.pem -inkey client.key -certfile ca.pem -name client -out client.p12 \
  -passout "pass:$password"
"$keytool" -importcert -noprompt -alias ca -file ca.pem -keystore truststore.p12 -storetype PKCS12 \
  -storepass "$password"
