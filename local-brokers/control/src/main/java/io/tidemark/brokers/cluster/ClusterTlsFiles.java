package io.tidemark.brokers.cluster;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.ShellCommand;
import io.tidemark.brokers.process.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A private certificate authority and its certificates, created for one cluster and deleted with
 * it: {@code ca.pem}, {@code server.pem} and {@code server.key} (for localhost and 127.0.0.1),
 * {@code client.pem} and {@code client.key}, and for Java {@code client.p12} and {@code
 * truststore.p12}.
 */
public record ClusterTlsFiles(Path folder) {
  /** Not secret: the files are readable only by this user and deleted with the cluster. */
  private static final String STORE_PASSWORD = "tidemark";

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  public static ClusterTlsFiles create(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new LocalBrokerException("cannot make " + folder + ": " + e.getMessage(), e);
    }
    String script = Template.fill("make-certificates.sh", Map.of());
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    new ShellCommand("make certificates", folder, DEADLINE)
        .run(List.of("sh", "-c", script, "tidemark-tls", keytool, STORE_PASSWORD));
    return new ClusterTlsFiles(folder);
  }

  public Map<String, String> placeholders() {
    return Map.of(
        "tlsCa", folder.resolve("ca.pem").toString(),
        "tlsCertificate", folder.resolve("client.pem").toString(),
        "tlsKey", folder.resolve("client.key").toString(),
        "tlsKeyStore", folder.resolve("client.p12").toString(),
        "tlsTrustStore", folder.resolve("truststore.p12").toString(),
        "tlsStorePassword", STORE_PASSWORD);
  }
}
