package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that is killed under load has each message whose put is complete. */
class ArtemisKilledBrokerIT {
  private static final int BEFORE = 200;
  private static final int MOST = 100_000;

  @TempDir Path folder;

  @Test
  void whatIsAcknowledgedIsThereAfterwards() throws Exception {
    try (LocalCluster broker =
        LocalBrokers.start(
            LocalClusterSpec.of("jms", 1),
            LocalBrokersHome.ofBuild().withStateDirectory(folder.resolve("state")),
            Duration.ofMinutes(1),
            line -> {})) {
      Path file =
          Files.writeString(
              folder.resolve("driver.yaml"),
              "provider: artemis\nbrokerUrl: %s\npublishing: {send: async}\n"
                  .formatted(broker.placeholders().get("url")));
      try (DriverRun run = new DriverRun(file)) {
        DriverRun.get(run.driver().createTopic(DriverRun.TOPIC, 1));
        Set<Integer> acknowledged = acknowledgedUntilItIsKilled(run, broker);
        broker.restart(1);
        Set<Integer> received = new HashSet<>();
        try (BenchmarkConsumer consumer = run.consumer()) {
          assertThat(consumer).isNotNull();
          while (!received.containsAll(acknowledged)) {
            byte[] next = run.received();
            assertThat(next)
                .as("%d of %d acknowledged messages", received.size(), acknowledged.size())
                .isNotNull();
            received.add(ByteBuffer.wrap(next).getInt());
          }
        }
      }
    }
  }

  private static Set<Integer> acknowledgedUntilItIsKilled(DriverRun run, LocalCluster broker)
      throws Exception {
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    Set<Integer> acknowledged = new HashSet<>();
    try (BenchmarkProducer producer = run.producer()) {
      CompletableFuture<Void> killed = new CompletableFuture<>();
      for (int i = 0; i < MOST && !killed.isDone(); i++) {
        sent.add(producer.sendAsync(Optional.empty(), ByteBuffer.allocate(4).putInt(i).array()));
        if (i == BEFORE) {
          DriverRun.get(sent.get(BEFORE / 2));
          killed = CompletableFuture.runAsync(() -> broker.kill(1));
        }
        TimeUnit.MICROSECONDS.sleep(200);
      }
      DriverRun.get(killed);
      for (int i = 0; i < sent.size(); i++) {
        if (DriverRun.get(sent.get(i).handle((done, failure) -> failure == null))) {
          acknowledged.add(i);
        }
      }
    }
    assertThat(acknowledged).hasSizeGreaterThan(BEFORE / 2);
    return acknowledged;
  }
}
