package io.tidemark.driver.ibmmq.testdouble;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key pair for "localhost", self-signed, in a PKCS12 file that serves as key store and trust
 * store.
 *
 * @param store the file
 */
public record TestCertificate(Path store) {
  public static final String PASSWORD = "changeit";
  private static final long KEYTOOL_SECONDS = 60;

  /** Takes about a second: keytool of the running JDK makes it. */
  public static TestCertificate create(Path directory) {
    Path store = directory.resolve("localhost.p12");
    try {
      Process keytool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-J-XX:TieredStopAtLevel=1",
                  "-genkeypair",
                  "-alias",
                  "localhost",
                  "-dname",
                  "CN=localhost",
                  "-ext",
                  "san=dns:localhost,ip:127.0.0.1",
                  "-keyalg",
                  "RSA",
                  "-keysize",
                  "2048",
                  "-validity",
                  "2",
                  "-storetype",
                  "PKCS12",
                  "-keystore",
                  store.toString(),
                  "-storepass",
                  PASSWORD)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("keytool.txt").toFile())
              .start();
      if (!keytool.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
        throw new IllegalStateException(
            "keytool: " + Files.readString(directory.resolve("keytool.txt")));
      }
      return new TestCertificate(store);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while keytool ran", e);
    }
  }

  /** For both ends: it shows the certificate and trusts it. */
  public SSLContext context() {
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      KeyManagerFactory own =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      own.init(keys, PASSWORD.toCharArray());
      TrustManagerFactory trusted =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusted.init(keys);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("the test certificate " + store, e);
    }
  }
}
