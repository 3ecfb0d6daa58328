package io.tidemark.driver.settings;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Trusted certificates and keys of TLS connections, from PEM, PKCS12 and JKS files. The stores are
 * kept in memory; the JVM's own are not changed. Messages contain file names, never file contents.
 */
public final class TlsStores {
  private static final String PEM_STORE = "PKCS12";

  private TlsStores() {}

  /** The certificate authorities of a PEM file. */
  public static KeyStore authorities(Path pem) throws IOException {
    return authorities(Files.readAllBytes(readable(pem)), pem.toString());
  }

  /**
   * The certificate authorities in PEM or DER.
   *
   * @param source names the certificates in messages
   */
  public static KeyStore authorities(byte[] certificates, String source) throws IOException {
    try {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(certificates));
      if (found.isEmpty()) {
        throw new IOException(source + ": no certificate found");
      }
      KeyStore store = KeyStore.getInstance(PEM_STORE);
      store.load(null, null);
      int number = 0;
      for (Certificate certificate : found) {
        store.setCertificateEntry("ca" + number++, certificate);
      }
      return store;
    } catch (GeneralSecurityException e) {
      throw new IOException(source + ": no readable certificate: " + e.getMessage(), e);
    }
  }

  /** What opens a file. */
  public interface Opening {
    Object open() throws IOException;
  }

  /**
   * Notes a file that cannot be used. One that is not there is a warning, because workers on other
   * machines have their own files; a placeholder of local brokers has no value yet.
   */
  public static void check(SettingValues values, String key, Path file, Opening opening) {
    if (file.toString().contains("${")) {
      return;
    }
    if (Files.notExists(file)) {
      values.warning(key, "no such file here: " + file);
      return;
    }
    try {
      opening.open();
    } catch (IOException e) {
      values.problem(key, String.valueOf(e.getMessage()));
    }
  }

  /** {@link #check} of a store with its keys, and with its certificates. */
  public static void check(SettingValues values, String key, Path store, String password) {
    boolean resolved = !password.contains("${");
    if (resolved) {
      check(values, key, store, () -> keyStore(store, password));
    }
  }

  /** The content of a PKCS12 or JKS file; its format is recognized. */
  public static KeyStore keyStore(Path file, String password) throws IOException {
    try {
      return KeyStore.getInstance(readable(file).toFile(), password.toCharArray());
    } catch (GeneralSecurityException | IOException e) {
      throw new IOException(file + " is no readable PKCS12 or JKS file: " + e.getMessage(), e);
    }
  }

  /** Trusts the certificates of a store; if it is empty, those that Java trusts. */
  public static TrustManagerFactory trust(Optional<KeyStore> authorities) throws IOException {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(authorities.orElse(null)); // What Java trusts.
      return factory;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS trust cannot be set up: " + e.getMessage(), e);
    }
  }

  /**
   * Presents the keys of a store.
   *
   * @param password of its keys
   */
  public static KeyManagerFactory identity(KeyStore keys, String password) throws IOException {
    try {
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(keys, password.toCharArray());
      return factory;
    } catch (GeneralSecurityException e) {
      throw new IOException("the TLS key cannot be used: " + e.getMessage(), e);
    }
  }

  /** A context that trusts these certificates and presents no key. */
  public static SSLContext context(KeyStore authorities) throws IOException {
    return context(Optional.empty(), trust(Optional.of(authorities)).getTrustManagers());
  }

  /**
   * A context for new connections.
   *
   * @param identity empty to present no key
   */
  public static SSLContext context(Optional<KeyManagerFactory> identity, TrustManager... trusted)
      throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      KeyManager[] keys = identity.map(KeyManagerFactory::getKeyManagers).orElse(new KeyManager[0]);
      context.init(keys, trusted, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static Path readable(Path file) throws IOException {
    boolean special = Files.exists(file) && !Files.isRegularFile(file);
    if (special || !Files.isReadable(file)) {
      throw new IOException(
          "TLS file cannot be read: " + file + (special ? " is not a regular file" : ""));
    }
    return file;
  }
}
