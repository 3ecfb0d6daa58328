package io.tidemark.http.tls;

import io.tidemark.driver.settings.TlsStores;
import io.tidemark.model.yaml.InputFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
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

  /** Certificates and keys in PEM. Messages contain file names, never file contents. */
  private static final class PemFiles {
    private static final String KEY_BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String KEY_END = "-----END PRIVATE KEY-----";

    private PemFiles() {}

    static KeyStore identity(Path certificates, Path key) throws GeneralSecurityException {
      KeyStore store = empty();
      Certificate[] chain = read(certificates).toArray(Certificate[]::new);
      store.setKeyEntry("own", key(key), new char[0], chain);
      return store;
    }

    /**
     * Signs with each key and verifies with its certificate. Otherwise the first connection would
     * fail.
     *
     * @throws IllegalArgumentException when a certificate is that of another key
     */
    static void requirePair(KeyStore store, char[] password, Path file)
        throws GeneralSecurityException {
      for (String alias : Collections.list(store.aliases())) {
        if (store.getKey(alias, password) instanceof PrivateKey key
            && !isPair(key, store.getCertificate(alias).getPublicKey())) {
          throw new IllegalArgumentException(
              "the TLS key is not that of the certificate in " + file + "; give both of one pair");
        }
      }
    }

    private static boolean isPair(PrivateKey key, PublicKey certified) {
      String algorithm =
          switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "EdDSA";
          };
      try {
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(KEY_BEGIN.getBytes(StandardCharsets.US_ASCII));
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(KEY_BEGIN.getBytes(StandardCharsets.US_ASCII));
        return signature.verify(signed);
      } catch (GeneralSecurityException e) {
        return false; // A key of another kind.
      }
    }

    static KeyStore authorities(Path file) throws GeneralSecurityException {
      KeyStore store = empty();
      int number = 0;
      for (Certificate certificate : read(file)) {
        store.setCertificateEntry("ca" + number++, certificate);
      }
      return store;
    }

    private static KeyStore empty() throws GeneralSecurityException {
      KeyStore store = KeyStore.getInstance("PKCS12");
      try {
        store.load(null, null);
      } catch (IOException e) {
        throw new IllegalStateException("an empty key store needs no file", e);
      }
      return store;
    }

    private static Collection<? extends Certificate> read(Path file)
        throws GeneralSecurityException {
      try {
        Collection<? extends Certificate> found =
            CertificateFactory.getInstance("X.509")
                .generateCertificates(
                    new ByteArrayInputStream(InputFiles.bytes(file, InputFiles.MAX_TEXT_BYTES)));
        if (found.isEmpty()) {
          throw new IllegalArgumentException(file + " holds no certificate");
        }
        return found;
      } catch (CertificateException e) {
        throw new IllegalArgumentException(file + " holds no readable certificate", e);
      } catch (IOException e) {
        throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
      }
    }

    private static PrivateKey key(Path file) throws GeneralSecurityException {
      String text;
      try {
        text = InputFiles.text(file);
      } catch (IOException e) {
        throw new IllegalArgumentException(
            file + " cannot be read as a PEM key: " + e.getMessage(), e);
      }
      int begin = text.indexOf(KEY_BEGIN);
      int end = text.indexOf(KEY_END, begin + 1);
      if (begin < 0 || end < 0) {
        throw new IllegalArgumentException(
            file
                + " holds no unencrypted PKCS8 key (BEGIN PRIVATE KEY); convert it with openssl"
                + " pkcs8");
      }
      byte[] der;
      try {
        der = Base64.getMimeDecoder().decode(text.substring(begin + KEY_BEGIN.length(), end));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(file + " holds a damaged key", e);
      }
      for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
        try {
          return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (InvalidKeySpecException e) {
          continue; // Another kind of key.
        }
      }
      throw new IllegalArgumentException(file + " holds neither an RSA nor an EC nor an EdDSA key");
    }
  }
}
