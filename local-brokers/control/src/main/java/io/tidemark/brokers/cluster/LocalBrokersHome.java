package io.tidemark.brokers.cluster;

import io.tidemark.brokers.process.LocalBrokerException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Folders of local brokers.
 *
 * @param stateDirectory holds one private directory per running cluster
 * @param cacheDirectory holds unpacked servers; can be deleted when no cluster runs
 * @param kafkaLibs a folder with the jars of a Kafka broker, if one is known
 * @param rabbitMqHome an installed RabbitMQ server (the folder that has {@code
 *     sbin/rabbitmq-server}) to be preferred
 * @param installs whether a server that is missing is installed in the cache
 */
public record LocalBrokersHome(
    Path stateDirectory,
    Path cacheDirectory,
    Optional<Path> kafkaLibs,
    Optional<Path> rabbitMqHome,
    boolean installs) {
  public static final String KAFKA_LIBS_PROPERTY = "tidemark.kafka.libs";

  /** Makes the paths absolute. */
  public LocalBrokersHome {
    stateDirectory = stateDirectory.toAbsolutePath().normalize();
    cacheDirectory = cacheDirectory.toAbsolutePath().normalize();
    kafkaLibs = kafkaLibs.map(path -> path.toAbsolutePath().normalize());
    rabbitMqHome = rabbitMqHome.map(path -> path.toAbsolutePath().normalize());
  }

  /**
   * From system properties and the environment. Kafka's jars: the property {@code
   * tidemark.kafka.libs}, else {@code brokers/kafka} in TIDEMARK_HOME (property {@code
   * tidemark.home} first). State: TIDEMARK_STATE, else {@code tidemark/brokers} in XDG_STATE_HOME
   * or {@code ~/.local/state}. Cache: TIDEMARK_CACHE, else {@code tidemark} in XDG_CACHE_HOME or
   * {@code ~/.cache}. A user without a home directory gets both in the temporary directory.
   * RabbitMQ: RABBITMQ_HOME. A missing server is installed unless TIDEMARK_INSTALL is {@code
   * false}.
   */
  public static LocalBrokersHome discover() {
    ConfiguredPlaces environment = ConfiguredPlaces.ofProcess();
    return new LocalBrokersHome(
        environment
            .path("TIDEMARK_STATE")
            .orElseGet(
                () ->
                    environment
                        .userFolder("XDG_STATE_HOME", ".local/state", "state")
                        .resolve("brokers")),
        environment
            .path("TIDEMARK_CACHE")
            .orElseGet(() -> environment.userFolder("XDG_CACHE_HOME", ".cache", "cache")),
        environment.libs(KAFKA_LIBS_PROPERTY, "brokers/kafka"),
        environment.path("RABBITMQ_HOME"),
        !environment.isFalse("TIDEMARK_INSTALL"));
  }

  /**
   * The directories for tests of the build: the property {@code tidemark.kafka.libs} names the
   * build's jars.
   */
  public static LocalBrokersHome ofBuild() {
    LocalBrokersHome found = discover();
    Objects.requireNonNull(
        System.getProperty(KAFKA_LIBS_PROPERTY),
        "system property " + KAFKA_LIBS_PROPERTY + ", set by the build");
    return found;
  }

  /** These directories, with another place for the private ones. */
  public LocalBrokersHome withStateDirectory(Path directory) {
    return new LocalBrokersHome(directory, cacheDirectory, kafkaLibs, rabbitMqHome, installs);
  }

  /** Installs missing servers or refuses to. */
  public LocalBrokersHome installing(boolean wanted) {
    return new LocalBrokersHome(stateDirectory, cacheDirectory, kafkaLibs, rabbitMqHome, wanted);
  }

  public Path requireKafkaLibs() {
    return requireLibs("Kafka", "kafka", KAFKA_LIBS_PROPERTY, kafkaLibs);
  }

  /** The folder with the jars of a broker; it is an error if none is known, or there is none. */
  public static Path requireLibs(
      String name, String folder, String property, Optional<Path> known) {
    String missing = "no " + name + " broker found: ";
    Path libs =
        known.orElseThrow(
            () ->
                new LocalBrokerException(
                    "%sset TIDEMARK_HOME to an unpacked Tidemark (its brokers/%s has the jars), or -D%s=FOLDER"
                        .formatted(missing, folder, property)));
    if (!Files.isDirectory(libs)) {
      throw new LocalBrokerException(
          missing + libs + " is not a folder (in a source tree, 'mvn package' fills it)");
    }
    return libs.toAbsolutePath();
  }
}
