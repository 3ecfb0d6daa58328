package io.tidemark.driver.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsStoresTest {
  private static final String PASSWORD = "not-secret";

  @TempDir static Path folder;
  private static Path store;
  private static Path pem;

  @BeforeAll
  static void makeCertificate() throws Exception {
    store = folder.resolve("store.p12");
    pem = folder.resolve("ca.pem");
    keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=test", "-alias", "own");
    keytool("-exportcert", "-rfc", "-alias", "own", "-file", pem.toString());
  }

  private static void keytool(String... arguments) throws Exception {
    String program = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    ProcessBuilder builder = new ProcessBuilder(program, "-J-XX:TieredStopAtLevel=1");
    builder.command().addAll(List.of(arguments));
    builder.command().addAll(List.of("-keystore", store.toString()));
    builder.command().addAll(List.of("-storepass", PASSWORD));
    assertThat(builder.inheritIO().start().waitFor()).isZero();
  }

  @Test
  void trustsTheCertificatesOfAPemFileAndNoOthers() throws Exception {
    KeyStore authorities = TlsStores.authorities(pem);
    X509TrustManager trust =
        (X509TrustManager) TlsStores.trust(Optional.of(authorities)).getTrustManagers()[0];
    assertThat(trust.getAcceptedIssuers())
        .singleElement()
        .satisfies(
            each -> assertThat(each.getSubjectX500Principal().getName()).isEqualTo("CN=test"));
    assertThat(TlsStores.context(authorities).getProtocol()).isEqualTo("TLS");
  }

  @Test
  void withoutAuthoritiesItTrustsWhatJavaTrusts() throws Exception {
    X509TrustManager trust =
        (X509TrustManager) TlsStores.trust(Optional.empty()).getTrustManagers()[0];
    assertThat(trust.getAcceptedIssuers()).hasSizeGreaterThan(1);
  }

  @Test
  void presentsTheKeyOfAPkcs12File() throws Exception {
    KeyStore keys = TlsStores.keyStore(store, PASSWORD);
    assertThat(TlsStores.identity(keys, PASSWORD).getKeyManagers()).isNotEmpty();
  }

  @Test
  void errorsNameTheFile() throws Exception {
    Path missing = folder.resolve("missing.pem");
    assertThatThrownBy(() -> TlsStores.authorities(missing))
        .isInstanceOf(IOException.class)
        .hasMessage("TLS file cannot be read: " + missing);
    assertThatThrownBy(() -> TlsStores.keyStore(store, "wrong"))
        .hasMessageStartingWith(store + " is no readable PKCS12 or JKS file: ");
    Path empty = Files.writeString(folder.resolve("empty.pem"), "\n");
    assertThatThrownBy(() -> TlsStores.authorities(empty)).hasMessageStartingWith(empty + ": no ");
  }
}
