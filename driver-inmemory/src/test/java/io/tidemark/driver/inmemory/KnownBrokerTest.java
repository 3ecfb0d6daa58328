package io.tidemark.driver.inmemory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is asserted to be fast: only that nothing comes before its time. */
@Timeout(60)
class KnownBrokerTest {
  @TempDir Path folder;
  private final InMemoryBenchmarkDriver driver = new InMemoryBenchmarkDriver();
  private final Received received = new Received();
  private BenchmarkProducer producer;

  @AfterEach
  void close() {
    driver.close();
  }

  private void start(String known) throws Exception {
    Path file = folder.resolve("driver.yaml");
    Files.writeString(file, "space: " + folder + "\nknown: {" + known + "}\n");
    driver.initialize(file.toFile(), NullStatsLogger.INSTANCE);
    driver.createTopic("t", 1).join();
    driver.createConsumer("t", "s", received).join();
    producer = driver.createProducer("t").join();
  }

  private CompletableFuture<Void> send(int number) {
    return producer.sendAsync(Optional.empty(), String.valueOf(number).getBytes(UTF_8));
  }

  private void sendAll(int messages) {
    List<CompletableFuture<Void>> sends = new ArrayList<>();
    for (int i = 1; i <= messages; i++) {
      sends.add(send(i));
    }
    sends.forEach(CompletableFuture::join);
  }

  @Test
  void oneOfSoManyIsLostAndOneOfSoManyComesTwice() throws Exception {
    start("loseEvery: 10, repeatEvery: 7");
    sendAll(100);

    List<String> expected = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      for (int copies = i % 10 == 0 ? 0 : i % 7 == 0 ? 2 : 1; copies > 0; copies--) {
        expected.add("" + i);
      }
    }
    await().until(() -> received.texts.size() >= expected.size());
    assertThat(received.texts).isEqualTo(expected);
  }

  @Test
  void aShorterDelayOvertakesALongerOne() throws Exception {
    start("delays: [1ms, 300ms]");
    sendAll(4); // 300 ms, 1 ms, 300 ms, 1 ms.

    await().until(() -> received.texts.size() == 4);
    assertThat(received.texts).containsExactly("2", "4", "1", "3");
  }

  @Test
  void messagesAreServedOneAfterTheOther() throws Exception {
    start("capacity: 100");
    long begin = System.nanoTime();
    sendAll(20);
    assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(200_000_000L);
    await().until(() -> received.texts.size() == 20);
    assertThat(received.texts)
        .isEqualTo(IntStream.rangeClosed(1, 20).mapToObj(i -> "" + i).toList());
  }

  @Test
  void aSendInAStallIsServedAtItsEnd() throws Exception {
    start("stallEvery: 400ms, stallTime: 399ms, blockingSends: true");
    long longest = 0;
    while (longest < 300_000_000L) { // Without a stall it does not end.
      long begin = System.nanoTime();
      assertThat(send(1)).isDone();
      longest = Math.max(longest, System.nanoTime() - begin);
    }
  }

  @Test
  void aConsumerThatIsClosedIsNotCalled() throws Exception {
    start("delays: [50ms]");
    Received other = new Received();
    AutoCloseable consumer = driver.createConsumer("t", "other", other).join();
    sendAll(50);
    consumer.close();
    int taken = other.texts.size();
    await().until(() -> received.texts.size() == 50);
    assertThat(other.texts).hasSize(taken);
  }

  @Test
  void aStallThatNeverEndsIsAnError() {
    assertThatThrownBy(() -> start("stallEvery: 1s, stallTime: 1s"))
        .hasMessageContaining("known.stallTime")
        .hasMessageContaining("less than known.stallEvery");
  }
}
