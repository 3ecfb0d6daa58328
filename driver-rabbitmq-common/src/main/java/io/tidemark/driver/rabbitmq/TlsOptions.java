package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * How TLS listeners are verified and how the client shows who it is. Without anything set the
 * machine's own certificate authorities are trusted and host names are checked.
 *
 * @param ca PEM file with the authorities to trust
 * @param trustStore PKCS12 or JKS file with them
 * @param keyStore PKCS12 or JKS file with the client's key and certificate
 * @param verifyHostname whether the certificate must be for the host connected to
 * @param saslExternal whether the client's certificate logs in, and no password
 */
public record TlsOptions(
    Optional<Path> ca,
    Optional<Path> trustStore,
    String trustStorePassword,
    Optional<Path> keyStore,
    String keyStorePassword,
    boolean verifyHostname,
    boolean saslExternal) {

  public static final List<Setting> SETTINGS =
      List.of(
          Setting.of("tls", Type.SECTION, "Trust and identity for amqps and other TLS addresses."),
          Setting.of("tls.ca", Type.STRING, "PEM file with the certificate authorities to trust."),
          Setting.of("tls.trustStore", Type.STRING, "PKCS12 or JKS file with them."),
          Setting.of("tls.trustStorePassword", Type.STRING, "Its password.").asSecret(),
          Setting.of("tls.keyStore", Type.STRING, "PKCS12 or JKS file with the client's key."),
          Setting.of("tls.keyStorePassword", Type.STRING, "Its password.").asSecret(),
          Setting.of(
                  "tls.verifyHostname", Type.BOOLEAN, "Whether certificates must match the host.")
              .withDefault(true),
          Setting.of(
                  "tls.saslExternal",
                  Type.BOOLEAN,
                  "Log in with the certificate of tls.keyStore, not with passwords.")
              .withDefault(false));

  /** Reads the section {@code tls}. */
  public static TlsOptions from(ConfigurationTree tree) {
    if (tree.has("tls.ca") && tree.has("tls.trustStore")) {
      tree.problem("tls.ca", "stands beside tls.trustStore; allowed one of them");
    }
    boolean saslExternal = tree.flag("tls.saslExternal", false);
    if (saslExternal && !tree.has("tls.keyStore")) {
      tree.problem("tls.saslExternal", "needs the certificate to log in with; set tls.keyStore");
    }
    if (saslExternal && tree.has("oauth")) {
      tree.problem("tls.saslExternal", "stands beside oauth; allowed one of them");
    }
    return new TlsOptions(
        file(tree, "tls.ca"),
        file(tree, "tls.trustStore"),
        tree.text("tls.trustStorePassword", ""),
        file(tree, "tls.keyStore"),
        tree.text("tls.keyStorePassword", ""),
        tree.flag("tls.verifyHostname", true),
        saslExternal);
  }

  private static Optional<Path> file(ConfigurationTree tree, String path) {
    String text = tree.text(path, "");
    return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
  }

  /**
   * A context for new connections. Without {@code verifyHostname} no client that uses it checks
   * names, also one that insists, as Java's HTTP client does.
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

  /** Trusts what is configured, or what the machine trusts. */
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

  private KeyManager[] keyManagers() throws IOException {
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
    return "TlsOptions[ca=" + ca + ", trustStore=" + trustStore + ", keyStore=" + keyStore + "]";
  }
}
