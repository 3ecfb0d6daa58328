package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.Key;
import io.tidemark.driver.SettingValues;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Verification of TLS listeners, and the client's certificate. Without anything set the machine's
 * own certificate authorities are trusted and host names are checked.
 */
public record RabbitMqTlsOptions(
    @Key("PEM file with trusted CA certificates.") Optional<Path> ca,
    @Key("PKCS12 or JKS file with trusted CA certificates.") Optional<Path> trustStore,
    @Key(value = "Its password.", secret = true) String trustStorePassword,
    @Key("PKCS12 or JKS file with the client's key.") Optional<Path> keyStore,
    @Key(value = "Its password.", secret = true) String keyStorePassword,
    @Key(value = "Whether certificates must match the host.", orElse = "true")
        boolean verifyHostname,
    @Key("Authenticate with the certificate of tls.keyStore instead of a password.")
        boolean saslExternal) {

  void check(SettingValues values) {
    values.problemIf(
        ca.isPresent() && trustStore.isPresent(),
        "tls.ca",
        "stands beside tls.trustStore; allowed one of them");
    values.problemIf(
        saslExternal && keyStore.isEmpty(),
        "tls.saslExternal",
        "needs the certificate to log in with; set tls.keyStore");
    values.problemIf(
        saslExternal && values.has("oauth"),
        "tls.saslExternal",
        "stands beside oauth; allowed one of them");
  }

  /**
   * A context for new connections. Without {@code verifyHostname} it disables the check of host
   * names for all clients, including Java's HTTP client.
   */
  public SSLContext sslContext() throws IOException {
    try {
      TrustManager[] trusted = trustManagerFactory().getTrustManagers();
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(), verifyHostname ? trusted : AnyHostTrust.of(trusted), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  /** A client for http, or https with these options. */
  HttpClient httpClient(Duration connectTimeout, boolean https) throws IOException {
    // The server closes a connection whose first request has a body and offers HTTP/2.
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(connectTimeout);
    return https ? builder.sslContext(sslContext()).build() : builder.build();
  }

  /** Trusts the configured certificates, or those of the machine. */
  public TrustManagerFactory trustManagerFactory() throws IOException {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      KeyStore trusted = null;
      if (ca.isPresent()) {
        trusted = authorities(ca.get());
      } else if (trustStore.isPresent()) {
        trusted = store(trustStore.get(), trustStorePassword);
      }
      factory.init(trusted);
      return factory;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS trust cannot be set up: " + e.getMessage(), e);
    }
  }

  /** The client's key, if there is one. */
  public Optional<KeyManagerFactory> keyManagerFactory() throws IOException {
    if (keyStore.isEmpty()) {
      return Optional.empty();
    }
    try {
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store(keyStore.get(), keyStorePassword), keyStorePassword.toCharArray());
      return Optional.of(factory);
    } catch (GeneralSecurityException e) {
      throw new IOException("tls.keyStore " + keyStore.get() + ": " + e.getMessage(), e);
    }
  }

  private KeyManager @Nullable [] keyManagers() throws IOException {
    return keyManagerFactory().map(KeyManagerFactory::getKeyManagers).orElse(null);
  }

  private static KeyStore store(Path file, String password)
      throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(readable(file).toFile(), password.toCharArray());
  }

  private static KeyStore authorities(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = Files.newInputStream(readable(file))) {
      int number = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca" + number++, certificate);
      }
    }
    return store;
  }

  private static Path readable(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException("TLS file cannot be read: " + file);
    }
    return file;
  }

  @Override
  public String toString() {
    return "RabbitMqTlsOptions[ca=%s, trustStore=%s, keyStore=%s]"
        .formatted(ca, trustStore, keyStore);
  }
}
