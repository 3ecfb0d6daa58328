package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.rabbitmq.RabbitMqInstaller;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RabbitMqTlsIT {
  private static final byte[] AMQP_HEADER = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};
  @TempDir Path state;

  @Test
  void everyTlsListenerShowsACertificateThatTheTrustStoreKnows() throws Exception {
    LocalBrokersHome home = LocalBrokersHome.ofBuild().withStateDirectory(state);
    new RabbitMqInstaller(home.cacheDirectory(), line -> {}).install("4");
    LocalClusterSpec spec = LocalClusterSpec.of("rabbitmq", 1).withOption("tls", "true");
    try (LocalCluster cluster = LocalBrokers.start(spec, home, Duration.ofMinutes(2), line -> {})) {
      Map<String, String> values = cluster.placeholders();
      SSLContext trusting = context(values);
      for (String name : new String[] {"tlsStreamUris", "tlsManagementUris"}) {
        try (SSLSocket socket = connect(trusting, values.get(name))) {
          assertThat(socket.getSession().getPeerPrincipal().getName())
              .as(name)
              .isEqualTo("CN=localhost");
        }
      }
      try (SSLSocket socket = connect(trusting, values.get("tlsAmqpUris"))) {
        socket.getOutputStream().write(AMQP_HEADER);
        assertThat(socket.getInputStream().read()).as("first byte of a method frame").isEqualTo(1);
      }
      assertThatExceptionOfType(SSLException.class)
          .isThrownBy(() -> connect(SSLContext.getDefault(), values.get("tlsAmqpUris")).close());
    }
  }

  private static SSLSocket connect(SSLContext context, String address) throws Exception {
    URI uri = URI.create(address);
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(uri.getHost(), uri.getPort());
    socket.setSoTimeout(10_000);
    socket.startHandshake();
    return socket;
  }

  private static SSLContext context(Map<String, String> values) throws Exception {
    char[] password = values.get("tlsStorePassword").toCharArray();
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store(values.get("tlsTrustStore"), password));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store(values.get("tlsKeyStore"), password), password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static KeyStore store(String file, char[] password) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      store.load(in, password);
    }
    return store;
  }
}
