package io.tidemark.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A private certificate authority and its certificates, created for one cluster and deleted with
 * it: {@code ca.pem}, {@code server.pem} and {@code server.key} (for localhost and 127.0.0.1),
 * {@code client.pem} and {@code client.key}, and for Java {@code client.p12} and {@code
 * truststore.p12}.
 */
record ClusterTlsFiles(Path folder) {
  /** Not secret: the files are readable only by this user and deleted with the cluster. */
  private static final String STORE_PASSWORD = "tidemark";

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  static ClusterTlsFiles create(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.writeString(
          folder.resolve("server.ext"),
          "subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n");
      Files.writeString(folder.resolve("client.ext"), "extendedKeyUsage=clientAuth\n");
    } catch (IOException e) {
      throw new LocalBrokerException(
          "cannot write certificates to " + folder + ": " + e.getMessage(), e);
    }
    ClusterTlsFiles files = new ClusterTlsFiles(folder);
    files.run(
        "openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=tidemark-local-ca -keyout"
            + " ca.key -out ca.pem");
    files.sign("server", "localhost");
    files.sign("client", "tidemark-client");
    files.run(
        "openssl pkcs12 -export -in client.pem -inkey client.key -certfile ca.pem -name client -out"
            + " client.p12 -passout pass:"
            + STORE_PASSWORD);
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    files.run(
        keytool
            + " -importcert -noprompt -alias ca -file ca.pem -keystore truststore.p12 -storetype"
            + " PKCS12 -storepass "
            + STORE_PASSWORD);
    return files;
  }

  private void sign(String name, String commonName) {
    run(
        "openssl req -newkey rsa:2048 -nodes -subj /CN="
            + commonName
            + " -keyout "
            + name
            + ".key -out "
            + name
            + ".csr");
    run(
        "openssl x509 -req -days 30 -in "
            + name
            + ".csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile "
            + name
            + ".ext -out "
            + name
            + ".pem");
  }

  /** No word of these command lines has a blank in it. */
  private void run(String command) {
    List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
    new ShellCommand("make certificates", folder, DEADLINE).run(words);
  }

  Map<String, String> placeholders() {
    return Map.of(
        "tlsCa", folder.resolve("ca.pem").toString(),
        "tlsCertificate", folder.resolve("client.pem").toString(),
        "tlsKey", folder.resolve("client.key").toString(),
        "tlsKeyStore", folder.resolve("client.p12").toString(),
        "tlsTrustStore", folder.resolve("truststore.p12").toString(),
        "tlsStorePassword", STORE_PASSWORD);
  }
}
