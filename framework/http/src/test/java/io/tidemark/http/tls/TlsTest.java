package io.tidemark.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.http.RecordingWorker;
import io.tidemark.http.ServerOptions;
import io.tidemark.http.TestCertificates;
import io.tidemark.http.WorkerServer;
import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLS and mutual TLS with real certificates, and what does not fit together. */
@Tag("slow")
class TlsTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir static Path folder;
  private static TestCertificates certificates;

  private final RecordingWorker hosted = new RecordingWorker();
  private WorkerServer server;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificates = TestCertificates.shared();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  /**
   * @param clientAuthority whose client certificates are wanted; empty for none
   */
  private HttpWorker connect(
      String workerCertificate,
      Optional<String> clientAuthority,
      Optional<String> clientCertificate,
      String trusted)
      throws Exception {
    ServerTls tls =
        new ServerTls(
            certificates.files(Optional.of(workerCertificate), clientAuthority).context(),
            clientAuthority.isPresent());
    server = WorkerServer.start(hosted.port, ServerOptions.tls(tls));
    return HttpWorker.at(
        server.address(),
        new HttpWorkerOptions(
            Optional.empty(),
            Optional.of(certificates.files(clientCertificate, Optional.of(trusted)).context()),
            DEADLINE, // On a busy machine a first handshake takes seconds.
            DEADLINE));
  }

  private static WorkerException failure(HttpWorker worker) {
    WorkerException failure =
        catchThrowableOfType(WorkerException.class, () -> worker.describe(DEADLINE));
    assertThat(failure).as("a failure").isNotNull();
    assertThat(failure.oneLine().lines()).hasSize(1);
    return failure;
  }

  @Test
  void servesWhomItTrusts() throws Exception {
    try (HttpWorker worker = connect("worker", Optional.of("ca"), Optional.of("worker"), "ca")) {
      assertThat(worker.describe(DEADLINE).version()).isEqualTo("1.2.3");
      assertThat(server.address().toString()).startsWith("https://");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "worker, other-ca, certification path",
    "expired, ca, NotAfter",
    "elsewhere, ca, 127.0.0.1",
    "stranger, ca, certification path"
  })
  void aCoordinatorRefusesAWorkerThatItCannotTrust(
      String workerCertificate, String trusted, String reason) throws Exception {
    try (HttpWorker worker =
        connect(workerCertificate, Optional.empty(), Optional.empty(), trusted)) {
      WorkerException failure = failure(worker);
      assertThat(failure.kind()).isEqualTo(Kind.WORKER_LOST);
      assertThat(failure.getMessage()).contains("no TLS with " + server.address()).contains(reason);
      assertThat(hosted.calls).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"''", "stranger", "expired"})
  void aWorkerRefusesACoordinatorThatItCannotTrust(String clientCertificate) throws Exception {
    Optional<String> own = Optional.of(clientCertificate).filter(each -> !each.isEmpty());
    try (HttpWorker worker = connect("worker", Optional.of("ca"), own, "ca")) {
      assertThat(failure(worker).getMessage()).contains("no TLS with").contains("certificate");
      assertThat(hosted.calls).isEmpty();
    }
  }

  @Test
  void saysWhenOneSideSpeaksTlsAndTheOtherDoesNot() throws Exception {
    connect("worker", Optional.empty(), Optional.empty(), "ca").close();
    WorkerAddress plain = new WorkerAddress(false, "127.0.0.1", server.address().port());
    try (HttpWorker worker = HttpWorker.at(plain, HttpWorkerOptions.DEFAULT)) {
      assertThat(failure(worker).getMessage()).contains(plain.toString());
    }
    server.close();
    server = WorkerServer.start(hosted.port, WorkerServerOptions.DEFAULT);
    WorkerAddress secure = new WorkerAddress(true, "127.0.0.1", server.address().port());
    try (HttpWorker worker = HttpWorker.at(secure, HttpWorkerOptions.DEFAULT)) {
      assertThat(failure(worker).getMessage()).contains("no TLS with " + secure);
    }
  }

  @Test
  void namesTheFileThatIsWrongAndNothingOfWhatIsInIt() throws Exception {
    Path garbage = Files.writeString(folder.resolve("garbage.key"), "hunter2");
    Path certificate = certificates.certificates("worker");
    assertThatThrownBy(() -> tls(certificate, garbage).context())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("garbage.key")
        .hasMessageNotContaining("hunter2");
    assertThatThrownBy(() -> tls(garbage, certificates.key("worker")).context())
        .hasMessageContaining("garbage.key");
    assertThatThrownBy(() -> tls(folder.resolve("none.pem"), garbage).context())
        .hasMessageContaining("none.pem");
  }

  private static TlsFiles tls(Path certificate, Path key) {
    return new TlsFiles(Optional.of(certificate), Optional.of(key), Optional.empty(), "");
  }
}
