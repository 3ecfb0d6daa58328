package io.tidemark.driver.ibmmq;

import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/** The JMS broker that all integration tests of this module share; it ends with their process. */
final class LocalJms {
  /** Asynchronous puts need it. */
  static final String WITH_CONFIRMATION = "?confirmationWindowSize=1048576";

  private static LocalCluster cluster;
  private static Path directory;

  private LocalJms() {}

  static synchronized LocalCluster shared() throws IOException {
    if (cluster == null) {
      directory = Files.createTempDirectory("tidemark-jms");
      // What is stored is not asked for here, and a disk that is busy makes tests slow.
      cluster =
          LocalBrokers.start(
              LocalClusterSpec.of("jms", 1).withOption("forceToDisk", "false"),
              LocalBrokersHome.ofBuild().withStateDirectory(directory.resolve("state")),
              Duration.ofMinutes(1),
              line -> {});
      Runtime.getRuntime().addShutdownHook(new Thread(LocalJms::remove));
    }
    return cluster;
  }

  private static void remove() {
    cluster.close();
    try (Stream<Path> left = Files.walk(directory)) {
      left.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A driver file that finds it by JNDI. */
  static File jndiFile(String destinations, String more) throws IOException {
    return written(
        """
        provider: jndi
        jndi:
          environment:
            java.naming.factory.initial: org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory
            connectionFactory.benchmark: %s
          connectionFactory: benchmark
          destinations: %s
        """
                .formatted(shared().placeholders().get("url") + WITH_CONFIRMATION, destinations)
            + more);
  }

  /** A driver file for it. */
  static File file(String more) throws IOException {
    String url = shared().placeholders().get("url");
    return written("provider: artemis\nbrokerUrl: " + url + "\n" + more);
  }

  private static File written(String yaml) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "driver", ".yaml"), yaml).toFile();
  }
}
