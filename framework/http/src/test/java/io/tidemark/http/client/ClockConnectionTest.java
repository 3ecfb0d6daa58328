package io.tidemark.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.http.RecordingWorker;
import io.tidemark.http.ServerOptions;
import io.tidemark.http.TestCertificates;
import io.tidemark.http.WorkerServer;
import io.tidemark.http.protocol.Token;
import io.tidemark.http.tls.ServerTls;
import io.tidemark.model.worker.ClockReading;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ClockConnectionTest {
  private static final Optional<Token> TOKEN = Optional.of(new Token("correct-horse-battery"));

  private final RecordingWorker hosted = new RecordingWorker();
  private WorkerServer server;

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void readsAgainAndAgainWithoutTheRegularClient() throws Exception {
    server = WorkerServer.start(hosted.port, ServerOptions.listening("127.0.0.1", 0, TOKEN, false));
    try (ClockConnection clock = connection(HttpWorkerOptions.DEFAULT.withToken(TOKEN))) {
      for (int i = 0; i < 3; i++) {
        long before = System.nanoTime();
        ClockReading reading = clock.read().orElseThrow();
        assertThat(reading.epochNanos()).isEqualTo(42);
        assertThat(reading.askedNanoTime()).isBetween(before, reading.arrivedNanoTime());
        assertThat(reading.arrivedNanoTime()).isLessThanOrEqualTo(System.nanoTime());
      }
    }
  }

  @Test
  void aRefusedCallIsNoReading() throws Exception {
    server = WorkerServer.start(hosted.port, ServerOptions.listening("127.0.0.1", 0, TOKEN, false));
    try (ClockConnection clock = connection(HttpWorkerOptions.DEFAULT)) {
      assertThat(clock.read()).isEmpty();
    }
  }

  @Test
  void readsOverTlsOnlyFromTheHostThatTheCertificateNames() throws Exception {
    TestCertificates certificates = TestCertificates.shared();
    assertThat(readOverTls(certificates, "worker")).isPresent();
    assertThat(readOverTls(certificates, "elsewhere")).isEmpty();
  }

  private Optional<ClockReading> readOverTls(TestCertificates certificates, String certificate)
      throws Exception {
    SSLContext own = certificates.files(Optional.of(certificate), Optional.empty()).context();
    server = WorkerServer.start(hosted.port, ServerOptions.tls(new ServerTls(own, false)));
    SSLContext trust = certificates.files(Optional.empty(), Optional.of("ca")).context();
    try (ClockConnection clock =
        connection(HttpWorkerOptions.DEFAULT.withTls(Optional.of(trust)))) {
      return clock.read();
    } finally {
      server.close();
    }
  }

  private ClockConnection connection(HttpWorkerOptions options) {
    return new ClockConnection(server.address(), options);
  }
}
