package io.tidemark.brokers.kafka;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A broker's classes as its JVM holds them, in the cache: with it a broker starts with about 40
 * percent less processor time and takes about 50 MB less memory. Brokers start without it as well.
 * It fits only the jars and the Java it was made with; others do not find it.
 */
public final class KafkaArchive {
  private KafkaArchive() {}

  /** The archive of these jars, if it has been written. */
  static Optional<Path> existing(LocalBrokersHome home, KafkaJars jars) {
    return Optional.of(file(home, jars)).filter(Files::isReadable);
  }

  /** Where the archive of these jars is, or will be. */
  public static Path file(LocalBrokersHome home, KafkaJars jars) {
    return home.cacheDirectory().resolve("kafka-" + jars.key() + ".jsa");
  }
}
