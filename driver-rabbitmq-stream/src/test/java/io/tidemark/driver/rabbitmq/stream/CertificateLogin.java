package io.tidemark.driver.rabbitmq.stream;

import io.tidemark.driver.rabbitmq.TestCluster;
import java.io.File;
import java.io.IOException;

/** A driver's file with which nothing but the certificate can log in. */
final class CertificateLogin {
  private CertificateLogin() {}

  static File file(TestCluster cluster) throws IOException {
    String uris = cluster.brokers().placeholders().get("tlsStreamUris");
    return cluster.file(
        """
        streamUris: ["%s"]
        tls:
          ca: ${brokers.tlsCa}
          keyStore: ${brokers.tlsKeyStore}
          keyStorePassword: ${brokers.tlsStorePassword}
          saslExternal: true
        """
            .formatted(uris.replace("guest:guest@", "nobody:nothing@")));
  }
}
