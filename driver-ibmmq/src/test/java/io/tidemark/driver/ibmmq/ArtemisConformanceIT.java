package io.tidemark.driver.ibmmq;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import io.tidemark.driver.testkit.ProxiedBroker;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kit on JMS topics, which have subscriptions; queues have one. Its rules of outcomes need
 * queues: ArtemisOutcomesIT has them.
 */
class ArtemisConformanceIT extends BenchmarkDriverConformanceKit {
  @TempDir Path directory;

  @Override
  public BenchmarkDriver newDriver() {
    return new IbmMqBenchmarkDriver();
  }

  @Override
  public File configuration() throws IOException {
    return LocalJms.file("destinationType: topic\nconsuming: {wait: 100ms}\n");
  }

  @Override
  public Map<String, Object> configurationKeys() throws IOException {
    return new YAMLMapper().readValue(configuration(), Map.class);
  }

  /** The kit on other brokers tries more. */
  @Override
  public int messages() {
    return 1_000;
  }

  @Override
  public Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(file("provider: artemis\nbrokerUrl: tcp://127.0.0.1:1\n"));
  }

  @Override
  public Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(file("provider: artemis\n"));
  }

  private File file(String yaml) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "driver", ".yaml"), yaml).toFile();
  }

  @Override
  public int partitions() {
    return 1;
  }

  @Override
  public Map<String, String> knownViolations() {
    return Map.of(
        "2.3",
        "a topic is one queue or topic, for any number of partitions",
        "8.1",
        "with publishing.send: sync, the default, sendAsync waits for the broker, as applications of"
            + " JMS do; the driver declares it with SendBehavior",
        "8.7",
        "Artemis' client waits up to 30 s for an answer of the broker in each close",
        "8.8",
        "Artemis keeps the messages of a lost connection for its return, 60 s by default, before"
            + " another consumer gets them");
  }

  @Override
  public Optional<ProxiedBroker> proxied(Path files) throws IOException {
    int port = URI.create(LocalJms.shared().placeholders().get("url")).getPort();
    String text = Files.readString(configuration().toPath());
    return Optional.of(ProxiedBroker.open("127.0.0.1", port, text, files));
  }
}
