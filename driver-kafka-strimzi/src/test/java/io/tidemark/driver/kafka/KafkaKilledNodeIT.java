package io.tidemark.driver.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** One death of a node of three for both kinds of producers: it takes its time to come back. */
@Timeout(180)
class KafkaKilledNodeIT {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @RegisterExtension static final SharedCluster cluster = SharedCluster.THREE_NODES;

  @TempDir Path directory;

  @Test
  void everyAcknowledgedMessageArrivesAndThoseOfTransactionsOnce() throws Exception {
    try (Load plain = new Load("producerConfig: {acks: all}\n");
        Load transactions =
            new Load(
                """
                transactionInterval: 20ms
                producerConfig: {transactional.id: killed}
                consumerConfig: {isolation.level: read_committed, heartbeat.interval.ms: 300}
                """)) {
      plain.send(2_000);
      transactions.send(1_000);
      try {
        cluster.brokers().kill(1);
        plain.send(2_000);
        transactions.send(1_000);
        plain.producer.close();
        transactions.producer.close();
      } finally {
        cluster.brokers().restart(1);
      }

      assertThat(plain.acknowledged()).hasSize(4_000);
      assertThat(transactions.acknowledged()).hasSizeGreaterThan(1_000);
      for (Load each : List.of(plain, transactions)) {
        await().atMost(DEADLINE).until(() -> each.received.texts.containsAll(each.acknowledged()));
      }
      assertThat(transactions.received.texts).doesNotHaveDuplicates();
    }
  }

  private final class Load implements AutoCloseable {
    private final KafkaBenchmarkDriver driver = new KafkaBenchmarkDriver();
    private final ReceivedRecords received = new ReceivedRecords();
    private final List<CompletableFuture<Void>> sent = new ArrayList<>();
    private final BenchmarkProducer producer;

    Load(String yaml) throws IOException, InterruptedException {
      String common =
          """
          replicationFactor: 3
          topicConfig: {min.insync.replicas: 2}
          commonConfig: {bootstrap.servers: '%s'}
          """
              .formatted(cluster.bootstrap());
      Path file = Files.createTempFile(directory, "driver", ".yaml");
      driver.initialize(Files.writeString(file, common + yaml).toFile(), NullStatsLogger.INSTANCE);
      String topic = "test-topic-0000000-" + UUID.randomUUID().toString().substring(0, 7);
      driver.createTopic(topic, 3).join();
      driver.createConsumer(topic, "sub-" + topic, received).join();
      producer = driver.createProducer(topic).join();
    }

    void send(int messages) {
      for (int i = 0; i < messages; i++) {
        sent.add(producer.sendAsync(Optional.empty(), ("" + sent.size()).getBytes(UTF_8)));
      }
    }

    List<String> acknowledged() {
      return IntStream.range(0, sent.size())
          .filter(i -> !sent.get(i).isCompletedExceptionally())
          .mapToObj(Integer::toString)
          .toList();
    }

    @Override
    public void close() {
      driver.close();
    }
  }
}
