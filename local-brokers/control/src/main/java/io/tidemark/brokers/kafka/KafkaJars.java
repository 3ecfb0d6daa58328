package io.tidemark.brokers.kafka;

import io.tidemark.brokers.process.LocalBrokerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jars of a broker's class path, in an order that does not depend on the file system: Java
 * takes an archive of classes only for the very class path it was made for.
 *
 * @param files in order of their names
 */
public record KafkaJars(List<Path> files) {
  private static final int KEY_BYTES = 8;
  private static final String METRICS_AGENT = "jmx_prometheus_javaagent-";
  private static final String BROKER = "kafka_2.13-";

  public static KafkaJars in(Path folder) {
    List<Path> jars = list(folder).filter(jar -> !isNamed(jar, METRICS_AGENT)).sorted().toList();
    if (jars.stream().noneMatch(jar -> isNamed(jar, BROKER))) {
      throw new LocalBrokerException(
          "no Kafka broker found: "
              + folder
              + " has no kafka_2.13 jar (in a source tree, 'mvn package' fills it)");
    }
    return new KafkaJars(jars);
  }

  /** Prometheus' JMX exporter, which stands beside the broker's jars. */
  static Path metricsAgent(Path folder) {
    return list(folder)
        .filter(jar -> isNamed(jar, METRICS_AGENT))
        .findFirst()
        .orElseThrow(() -> new LocalBrokerException(folder + " has no " + METRICS_AGENT + "*.jar"));
  }

  private static Stream<Path> list(Path folder) {
    try (Stream<Path> found = Files.list(folder)) {
      return found.filter(file -> file.toString().endsWith(".jar")).toList().stream();
    } catch (IOException e) {
      throw new LocalBrokerException("cannot list " + folder + ": " + e.getMessage(), e);
    }
  }

  private static boolean isNamed(Path jar, String start) {
    return jar.getFileName().toString().startsWith(start);
  }

  /** The version of the broker, by the name of its jar. */
  public String version() {
    return versionOf(BROKER);
  }

  /**
   * The version of a library.
   *
   * @param name what the name of its jar begins with
   */
  String versionOf(String name) {
    return files.stream()
        .filter(jar -> isNamed(jar, name))
        .map(jar -> jar.getFileName().toString())
        .map(jar -> jar.substring(name.length(), jar.length() - ".jar".length()))
        .findFirst()
        .orElseThrow(() -> new LocalBrokerException("Kafka's jars have no " + name + "*.jar"));
  }

  String classPath() {
    return files.stream().map(Path::toString).collect(Collectors.joining(":"));
  }

  /** Changes with the jars and with the Java that runs this. */
  String key() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(
          (System.getProperty("java.home") + System.getProperty("java.vm.version"))
              .getBytes(StandardCharsets.UTF_8));
      for (Path file : files) {
        digest.update(
            (file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file))
                .getBytes(StandardCharsets.UTF_8));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, KEY_BYTES);
    } catch (NoSuchAlgorithmException | IOException e) {
      throw new LocalBrokerException("cannot read the jars of Kafka: " + e.getMessage(), e);
    }
  }
}
