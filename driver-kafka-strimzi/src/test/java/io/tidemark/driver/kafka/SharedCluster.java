package io.tidemark.driver.kafka;

import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/**
 * A local cluster, started once for all test classes of this module that register it: those of one
 * run of JUnit, so not with a forkCount above 1, with which each class is a run.
 */
public final class SharedCluster implements BeforeAllCallback {
  public static final SharedCluster THREE_NODES =
      new SharedCluster(
          LocalClusterSpec.of("kafka", 3)
              .withOption("racks", "true")
              .withOption("oauth2Key", TokenEndpoint.publicKeyFile().toString()));
  public static final SharedCluster PROXIED_NODE =
      new SharedCluster(
          LocalClusterSpec.of("kafka", 1).withOption("proxy", "true").withOption("tls", "true"));

  private final LocalClusterSpec spec;
  private Running running;

  /** For all test classes that name the same. */
  public static SharedCluster of(LocalClusterSpec spec) {
    return new SharedCluster(spec);
  }

  private SharedCluster(LocalClusterSpec spec) {
    this.spec = spec;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        context
            .getRoot()
            .getStore(Namespace.create(SharedCluster.class))
            .getOrComputeIfAbsent(spec, Running::start, Running.class);
  }

  public LocalCluster brokers() {
    return running.cluster;
  }

  public String bootstrap() {
    return brokers().placeholders().get("bootstrap");
  }

  public Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrap()));
  }

  /** The names of all groups, of each kind. */
  public List<String> groups() throws Exception {
    try (Admin admin = admin()) {
      return admin.listGroups().all().get(30, TimeUnit.SECONDS).stream()
          .map(GroupListing::groupId)
          .toList();
    }
  }

  /** How many members a group has. */
  public int members(String group) throws Exception {
    try (Admin admin = admin()) {
      return admin
          .describeConsumerGroups(List.of(group))
          .all()
          .get(30, TimeUnit.SECONDS)
          .get(group)
          .members()
          .size();
    }
  }

  private record Running(LocalCluster cluster, Path state)
      implements CloseableResource, AutoCloseable {
    static Running start(LocalClusterSpec spec) {
      try {
        Path state = Files.createTempDirectory("kafka-test");
        LocalBrokersHome home = LocalBrokersHome.ofBuild().withStateDirectory(state);
        return new Running(
            LocalBrokers.start(spec, home, Duration.ofSeconds(60), line -> {}), state);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      cluster.close();
      Files.delete(state);
    }
  }
}
