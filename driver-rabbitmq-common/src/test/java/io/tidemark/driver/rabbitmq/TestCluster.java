package io.tidemark.driver.rabbitmq;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.rabbitmq.RabbitMqInstaller;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.driver.settings.SettingValues;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/**
 * A local RabbitMQ cluster and driver files for it. Registered as an extension it runs as long as
 * its test class; {@link #shared} ones are started once for all test classes of a module: those of
 * one run of JUnit, so not with a forkCount above 1, with which each class is a run.
 */
public final class TestCluster implements BeforeAllCallback, AfterAllCallback {
  /** What a test does meanwhile. */
  public interface Standstill {
    void run() throws Exception;
  }

  /** Password of the users of {@link #addUser}. */
  static final String PASSWORD = "pw";

  private final LocalClusterSpec spec;
  private final boolean shared;
  private Running running;

  private TestCluster(LocalClusterSpec spec, boolean shared) {
    this.spec = spec;
    this.shared = shared;
  }

  /**
   * Three nodes of a version that know the tokens of {@link TokenServer} and TLS, for one test
   * class.
   */
  public static TestCluster ofThreeNodes(String version) {
    return new TestCluster(threeNodes(version), false);
  }

  /** Three nodes for all test classes of this module that ask for the same version. */
  public static TestCluster sharedThreeNodes(String version) {
    return shared(threeNodes(version));
  }

  private static LocalClusterSpec threeNodes(String version) {
    return LocalClusterSpec.of("rabbitmq", 3)
        .withVersion(version)
        .withOption("tls", "true")
        .withOption("oauth2Key", TokenServer.publicKeyFile().toString());
  }

  /** For all test classes of this module that name the same. */
  public static TestCluster shared(LocalClusterSpec spec) {
    return new TestCluster(spec, true);
  }

  /**
   * The version that people run today: 4, or another one with {@code -Drabbitmq.version=4.3}, which
   * is tested only on request.
   */
  public static final String CURRENT = System.getProperty("rabbitmq.version", "4");

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    running =
        shared
            ? context
                .getRoot()
                .getStore(Namespace.create(TestCluster.class))
                .getOrComputeIfAbsent(spec, TestCluster::startUnchecked, Running.class)
            : Running.start(spec);
  }

  private static Running startUnchecked(LocalClusterSpec spec) {
    try {
      return Running.start(spec);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (!shared && running != null) {
      running.close();
    }
  }

  public LocalCluster brokers() {
    return running.cluster;
  }

  /** The first node stands still: connections stay open, nothing answers. */
  public void whileFrozen(Standstill work) throws Exception {
    brokers().freeze(1);
    try {
      work.run();
    } finally {
      brokers().resume(1);
    }
  }

  /** The management API as the cluster's user, more patient than the driver. */
  public ManagementApi management() throws IOException {
    return new ManagementApi(
        BrokerUri.parseAll(List.of(brokers().placeholders().get("managementUris")), "http"),
        new SettingValues("file", Map.of()).read(RabbitMqTlsOptions.class),
        Optional.empty(),
        Duration.ofSeconds(60));
  }

  /** A user with all rights in a virtual host of the same name. */
  public void addUser(String name) throws IOException, InterruptedException {
    management().put(ManagementApi.path("vhosts", name), Map.of());
    management()
        .put(ManagementApi.path("users", name), Map.of("password", PASSWORD, "tags", "management"));
    rights(name, ".*", ".*", ".*");
  }

  /** Sets the rights of such a user from now on. */
  public void rights(String name, String configure, String write, String read)
      throws IOException, InterruptedException {
    management()
        .put(
            ManagementApi.path("permissions", name, name),
            Map.of("configure", configure, "write", write, "read", read));
  }

  /** The user of the certificate of {@code tlsKeyStore}; without a password. */
  public void addUserOfTheCertificate() throws IOException, InterruptedException {
    management().put("users/tidemark-client", Map.of("password_hash", "", "tags", "administrator"));
    management()
        .put(
            "permissions/%2F/tidemark-client",
            Map.of("configure", ".*", "write", ".*", "read", ".*"));
  }

  /** A map in YAML. */
  @SuppressWarnings("unchecked")
  public static Map<String, Object> yaml(String text) throws IOException {
    return new YAMLMapper().readValue(text, Map.class);
  }

  /** The text with its {@code ${brokers.X}} replaced, as a file. */
  public File file(String yaml) throws IOException {
    String filled = yaml;
    for (Map.Entry<String, String> value : brokers().placeholders().entrySet()) {
      filled = filled.replace("${brokers." + value.getKey() + "}", value.getValue());
    }
    Path file = Files.createTempFile(running.directory, "driver", ".yaml");
    return Files.writeString(file, filled).toFile();
  }

  /** Brokers and a directory for them and for driver files. */
  private record Running(LocalCluster cluster, Path directory)
      implements CloseableResource, AutoCloseable {
    static Running start(LocalClusterSpec spec) throws IOException {
      Path directory = Files.createTempDirectory("rabbitmq-test");
      LocalBrokersHome home =
          LocalBrokersHome.ofBuild()
              .withStateDirectory(Files.createDirectories(directory.resolve("state")));
      new RabbitMqInstaller(home.cacheDirectory(), line -> {}).install(spec.effectiveVersion());
      return new Running(
          LocalBrokers.start(spec, home, Duration.ofMinutes(3), line -> {}), directory);
    }

    @Override
    public void close() throws IOException {
      cluster.close();
      try (Stream<Path> left = Files.walk(directory)) {
        left.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
  }
}
