package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import io.tidemark.driver.testkit.ProxiedBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The kit against one node. */
class KafkaConformanceIT extends BenchmarkDriverConformanceKit {

  @RegisterExtension static final SharedCluster cluster = SharedCluster.PROXIED_NODE;

  @TempDir Path files;

  @Override
  public BenchmarkDriver newDriver() {
    return new KafkaBenchmarkDriver();
  }

  @Override
  public File configuration() throws IOException {
    return file(cluster.bootstrap(), "");
  }

  @Override
  public Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(file("127.0.0.1:1", "connectTimeout: 3s"));
  }

  @Override
  public Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(file("not an address", ""));
  }

  @Override
  public Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("a name with spaces", 1));
  }

  @Override
  public Map<String, String> knownViolations() {
    return Map.of("8.5", "Kafka's consumers connect again without a word");
  }

  /** The node advertises the address of the cluster's proxy, so every client uses it. */
  @Override
  public Optional<ProxiedBroker> proxied(Path directory) throws IOException {
    File driver = file(cluster.bootstrap(), "closeTimeout: 2s"); // No answer comes before.
    return Optional.of(new ClusterProxy(cluster.brokers(), driver));
  }

  private record ClusterProxy(LocalCluster brokers, File configuration) implements ProxiedBroker {
    @Override
    public void pause() {
      brokers.partition(1);
    }

    @Override
    public void resume() {
      brokers.heal(1);
    }

    @Override
    public void resetConnections() {
      brokers.resetConnections(1);
    }

    @Override
    public void close() {
      brokers.heal(1);
    }
  }

  /** A member that cannot leave while no traffic passes blocks the clean-up for a session. */
  private File file(String bootstrap, String more) throws IOException {
    return Files.writeString(
            Files.createTempFile(files, "kafka", ".yaml"),
            """
            replicationFactor: 1
            commonConfig: |
              bootstrap.servers=%s
            producerConfig: {acks: all, linger.ms: 0}
            consumerConfig:
              enable.auto.commit: false
              heartbeat.interval.ms: 300
              session.timeout.ms: 10000
            %s
            """
                .formatted(bootstrap, more))
        .toFile();
  }
}
