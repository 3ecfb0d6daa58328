package io.tidemark.http;

import io.tidemark.http.tls.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Real certificates, made by the JDK's keytool, written as the PEM files that users give. */
public final class TestCertificates {
  private static final String PASSWORD = "changeit";
  private static final String LOOPBACK = "ip:127.0.0.1";

  private static Optional<TestCertificates> shared = Optional.empty();

  private final Path folder;
  private final Path store;

  private TestCertificates(Path folder) {
    this.folder = folder;
    this.store = folder.resolve("all.p12");
  }

  /**
   * Those of all tests of this JVM, because each one takes another: of {@code ca} those of {@code
   * worker} and {@code second}, of one that is {@code expired}, and of a host {@code elsewhere}; of
   * {@code other-ca} that of a {@code stranger}.
   */
  public static synchronized TestCertificates shared() throws IOException, InterruptedException {
    if (shared.isEmpty()) {
      Path target = Files.createDirectories(Path.of("target"));
      TestCertificates made =
          new TestCertificates(Files.createTempDirectory(target, "certificates"));
      made.authority("ca");
      made.authority("other-ca");
      made.signed("worker", "ca", LOOPBACK);
      made.signed("second", "ca", LOOPBACK);
      made.signed("expired", "ca", LOOPBACK, "-startdate", "-3d", "-validity", "1");
      made.signed("elsewhere", "ca", "dns:elsewhere.example");
      made.signed("stranger", "other-ca", LOOPBACK);
      shared = Optional.of(made);
    }
    return shared.get();
  }

  private void authority(String name) throws IOException, InterruptedException {
    keytool(name, "-ext", "bc:critical=ca:true", "-ext", "ku:critical=keyCertSign");
  }

  /**
   * @param names as keytool wants them
   */
  private void signed(String name, String authority, String names, String... more)
      throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(List.of("-signer", authority, "-ext", "san=" + names));
    options.addAll(Arrays.asList(more));
    keytool(name, options.toArray(String[]::new));
  }

  private void keytool(String name, String... more) throws IOException, InterruptedException {
    String program = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command =
        new ArrayList<>(
            List.of(
                program,
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD,
                "-alias",
                name,
                "-dname",
                "CN=" + name));
    command.addAll(Arrays.asList(more));
    Path output = folder.resolve(name + ".out");
    int code =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start()
            .waitFor();
    if (code != 0) {
      throw new IllegalStateException(Files.readString(output));
    }
  }

  /** Certificate and key, and trusted CA certificates; empty for none. */
  public TlsFiles files(Optional<String> own, Optional<String> trusted)
      throws IOException, GeneralSecurityException {
    Optional<Path> certificate = Optional.empty();
    Optional<Path> key = Optional.empty();
    Optional<Path> authority = Optional.empty();
    if (own.isPresent()) {
      certificate = Optional.of(certificates(own.get()));
      key = Optional.of(key(own.get()));
    }
    if (trusted.isPresent()) {
      authority = Optional.of(certificates(trusted.get()));
    }
    return new TlsFiles(certificate, key, authority, "");
  }

  public Path certificates(String name) throws IOException, GeneralSecurityException {
    StringBuilder pem = new StringBuilder();
    for (Certificate each : open().getCertificateChain(name)) {
      pem.append(pem("CERTIFICATE", each.getEncoded()));
    }
    return Files.writeString(folder.resolve(name + ".pem"), pem);
  }

  public Path key(String name) throws IOException, GeneralSecurityException {
    byte[] encoded = open().getKey(name, PASSWORD.toCharArray()).getEncoded();
    return Files.writeString(folder.resolve(name + ".key"), pem("PRIVATE KEY", encoded));
  }

  private KeyStore open() throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  private static String pem(String kind, byte[] der) {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(kind, body, kind);
  }
}
