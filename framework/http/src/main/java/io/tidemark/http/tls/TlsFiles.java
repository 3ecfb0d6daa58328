package io.tidemark.http.tls;

import io.tidemark.driver.settings.TlsStores;
import io.tidemark.model.yaml.InputFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * Certificates and keys as files: PEM, or PKCS12 where a name ends in {@code .p12} or {@code .pfx}.
 *
 * @param certificate own chain, the own certificate first; or a PKCS12 file with chain and key
 * @param key own private key (PKCS8 PEM, not encrypted); left out with PKCS12
 * @param authorities trusted CA certificates
 * @param password of PKCS12 files; empty where there is none
 */
public record TlsFiles(
    Optional<Path> certificate, Optional<Path> key, Optional<Path> authorities, String password) {
  public TlsFiles {
    if (key.isPresent() && certificate.isEmpty()) {
      throw new IllegalArgumentException("a TLS key requires its certificate");
    }
    if (certificate.isPresent() && key.isEmpty() && !isPkcs12(certificate.get())) {
      throw new IllegalArgumentException(
          "the TLS certificate " + certificate.get() + " needs its key");
    }
  }

  /** Nothing given. */
  public boolean isEmpty() {
    return certificate.isEmpty() && authorities.isEmpty();
  }

  /**
   * @throws IllegalArgumentException with one line that names the file
   */
  public SSLContext context() {
    try {
      return TlsStores.context(identity(), TlsStores.trust(trusted()).getTrustManagers());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private Optional<KeyManagerFactory> identity() throws GeneralSecurityException, IOException {
    if (certificate.isEmpty()) {
      return Optional.empty();
    }
    Path file = certificate.get();
    KeyStore store = isPkcs12(file) ? pkcs12(file) : PemFiles.identity(file, key.orElseThrow());
    String keyPassword = isPkcs12(file) ? password : "";
    PemFiles.requirePair(store, keyPassword.toCharArray(), file);
    return Optional.of(TlsStores.identity(store, keyPassword));
  }

  /** Empty: what Java trusts. */
  private Optional<KeyStore> trusted() throws GeneralSecurityException {
    if (authorities.isEmpty()) {
      return Optional.empty();
    }
    Path file = authorities.get();
    return Optional.of(isPkcs12(file) ? pkcs12(file) : PemFiles.authorities(file));
  }

  private KeyStore pkcs12(Path file) throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in =
        new ByteArrayInputStream(InputFiles.bytes(file, InputFiles.MAX_TEXT_BYTES))) {
      store.load(in, password.toCharArray());
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read as PKCS12: " + e.getMessage(), e);
    }
    return store;
  }

  private static boolean isPkcs12(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".p12") || name.endsWith(".pfx");
  }
}
