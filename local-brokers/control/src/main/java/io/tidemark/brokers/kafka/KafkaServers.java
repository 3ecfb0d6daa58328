package io.tidemark.brokers.kafka;

import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds the server of a cluster: the one in the folder that the user has named, that of Tidemark,
 * or one of another version in the cache, where it is installed if it is missing.
 *
 * @param progress gets a line for a human now and then
 */
public record KafkaServers(LocalBrokersHome home, Consumer<String> progress) {

  public KafkaJars of(LocalClusterSpec spec) {
    Optional<KafkaJars> named = named(spec);
    if (named.isPresent()) {
      return named.get();
    }
    KafkaJars own = KafkaJars.in(home.requireKafkaLibs());
    String wanted = spec.version().orElseGet(own::version);
    return wanted.equals(own.version()) ? own : cached(wanted, own);
  }

  /** Those in the folder of a user; empty if the specification names none. */
  private static Optional<KafkaJars> named(LocalClusterSpec spec) {
    Optional<KafkaJars> found = spec.values().home().map(folder -> at(Path.of(folder)));
    found.ifPresent(
        jars ->
            spec.version()
                .filter(wanted -> !wanted.equals(jars.version()))
                .ifPresent(
                    wanted -> {
                      throw new LocalBrokerException(
                          "no Kafka %s in the specified home: %s has version %s"
                              .formatted(
                                  wanted, spec.values().home().orElseThrow(), jars.version()));
                    }));
    return found;
  }

  /** The server in an unpacked archive of Kafka, or in a folder of jars. */
  private static KafkaJars at(Path folder) {
    Path jars = folder.toAbsolutePath().normalize();
    Path libs = jars.resolve("libs");
    return KafkaJars.in(Files.isDirectory(libs) ? libs : jars);
  }

  /** The version that a cluster will have; nothing is installed. */
  public static String version(LocalClusterSpec spec) {
    return named(spec).map(KafkaJars::version).orElseGet(spec::effectiveVersion);
  }

  private KafkaJars cached(String version, KafkaJars own) {
    KafkaInstaller installer = new KafkaInstaller(home.cacheDirectory(), own, progress);
    Path folder = installer.folder(version);
    if (!Files.isDirectory(folder) && !home.installs()) {
      throw new LocalBrokerException(
          ("no Kafka %s on this machine: run 'bin/brokers install kafka --version %s', or set home"
                  + " to an unpacked server (installing it is disabled: --no-install or"
                  + " TIDEMARK_INSTALL=false)")
              .formatted(version, version));
    }
    return KafkaJars.in(installer.install(version));
  }
}
