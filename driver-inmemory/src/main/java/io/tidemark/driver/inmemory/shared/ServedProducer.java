package io.tidemark.driver.inmemory.shared;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The host's side of a {@link SharedProducer}. */
final class ServedProducer {
  private final InMemoryBenchmarkDriver driver;
  private final Connection connection;

  ServedProducer(InMemoryBenchmarkDriver driver, Connection connection) {
    this.driver = driver;
    this.connection = connection;
  }

  /** Returns by an exception, when the client leaves. */
  void serve() throws IOException {
    CompletableFuture<BenchmarkProducer> created = driver.createProducer(connection.in().readUTF());
    connection.welcome(ServedTopics.status(created));
    if (!created.isCompletedExceptionally()) {
      serve(created.join());
    }
  }

  private void serve(BenchmarkProducer producer) throws IOException {
    try (AutoCloseable closed = producer) {
      while (true) {
        Optional<String> key =
            connection.readBytes().map(text -> new String(text, StandardCharsets.UTF_8));
        byte[] payload = connection.readBytes().orElseThrow(EOFException::new);
        connection.writeStatus(ServedTopics.status(producer.sendAsync(key, payload)));
      }
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("a producer that does not close", e);
    }
  }
}
