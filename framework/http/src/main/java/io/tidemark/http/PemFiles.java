package io.tidemark.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and keys in PEM. Messages name files, never what is in them. */
final class PemFiles {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", Pattern.DOTALL);

  private PemFiles() {}

  static KeyStore identity(Path certificates, Path key) throws GeneralSecurityException {
    KeyStore store = empty();
    Certificate[] chain = read(certificates).toArray(Certificate[]::new);
    store.setKeyEntry("own", key(key), new char[0], chain);
    return store;
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

  private static Collection<? extends Certificate> read(Path file) throws GeneralSecurityException {
    try {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
      if (found.isEmpty()) {
        throw new IllegalArgumentException(file + " holds no certificate");
      }
      return found;
    } catch (IOException | CertificateException e) {
      throw new IllegalArgumentException(file + " holds no readable certificate", e);
    }
  }

  private static PrivateKey key(Path file) throws GeneralSecurityException {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read as a PEM key", e);
    }
    Matcher matcher = KEY.matcher(text);
    if (!matcher.find()) {
      throw new IllegalArgumentException(
          file
              + " holds no unencrypted PKCS8 key (BEGIN PRIVATE KEY); convert it with openssl pkcs8");
    }
    byte[] der;
    try {
      der = Base64.getMimeDecoder().decode(matcher.group(1));
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
