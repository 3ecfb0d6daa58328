package io.tidemark.cli.driver;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.base.UsageException;
import io.tidemark.driver.testkit.DriverUnderTest;
import io.tidemark.driver.testkit.ProxiedBroker;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.worker.driver.LoadedDriver;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An installed driver as the test kit needs it. All its instances come from one class loader, so
 * that static state that prevents a second driver is found.
 *
 * @param yaml the driver file's text, placeholders resolved; may hold secrets
 * @param proxied the broker's address in the text, if it can be replaced by that of a proxy
 * @param effort how much is tried, and how long that may take
 * @param files for configuration files; only this user can read it
 */
record InstalledSubject(
    LoadedDriver loaded, String yaml, Optional<Address> proxied, Effort effort, Path files)
    implements DriverUnderTest {
  private static final Pattern HOST_AND_PORT = Pattern.compile("([\\w.-]+):(\\d{1,5})(?!.*:\\d)");

  /**
   * How much is tried, and how long that may take.
   *
   * @param deadline of each call and each wait
   * @param limit of all rules together
   * @param visibilityTimeout of the broker; zero if it has none
   */
  record Effort(
      int partitions,
      int messages,
      Duration deadline,
      Duration limit,
      Duration visibilityTimeout) {}

  @Override
  public int partitions() {
    return effort.partitions();
  }

  @Override
  public int messages() {
    return effort.messages();
  }

  @Override
  public Duration deadline() {
    return effort.deadline();
  }

  @Override
  public Duration limit() {
    return effort.limit();
  }

  @Override
  public Duration visibilityTimeout() {
    return effort.visibilityTimeout();
  }

  /** Address of a broker. */
  record Address(String host, int port) {
    /**
     * Reads {@code --proxy}.
     *
     * @param placeholders of the local brokers
     */
    static Address of(String option, Map<String, String> placeholders, String yaml) {
      String text = option;
      for (Map.Entry<String, String> each : placeholders.entrySet()) {
        text = text.replace("${brokers." + each.getKey() + "}", each.getValue());
      }
      Matcher address = HOST_AND_PORT.matcher(text);
      if (!address.find()) {
        throw new UsageException(
            "--proxy: got " + option + "; allowed host:port, or a placeholder with one address");
      }
      if (!yaml.contains(address.group())) {
        throw new UsageException("--proxy: the driver file does not contain " + address.group());
      }
      return new Address(address.group(1), Integer.parseInt(address.group(2)));
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  @Override
  public BenchmarkDriver newDriver() throws ReflectiveOperationException {
    Thread.currentThread().setContextClassLoader(loaded.classLoader());
    return loaded.driver().getClass().getConstructor().newInstance();
  }

  @Override
  public Map<String, Object> configurationKeys() {
    return YamlTree.read(new SourceFile("driver file", yaml), new Problems())
        .map(YamlMap::plain)
        .orElse(Map.of());
  }

  @Override
  public File configuration() throws IOException {
    return file(yaml);
  }

  @Override
  public Optional<File> unreachableConfiguration() throws IOException {
    return proxied.isEmpty()
        ? Optional.empty()
        : Optional.of(file(yaml.replace(proxied.get().toString(), "127.0.0.1:1")));
  }

  @Override
  public Optional<ProxiedBroker> proxied(Path directory) throws IOException {
    return proxied.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ProxiedBroker.open(proxied.get().host(), proxied.get().port(), yaml, directory));
  }

  private File file(String text) throws IOException {
    Path file = Files.createTempFile(files, "driver", ".yaml");
    return Files.writeString(file, text).toFile();
  }
}
