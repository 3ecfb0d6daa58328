package io.tidemark.model.workload;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A driver's file, read and checked as far as the framework can.
 *
 * @param path as given by the user
 * @param name the driver's {@code name}; results are named after it
 * @param driverClass as in the file
 * @param localBrokers what to start on this machine first; empty for none
 * @param yaml the file's text, {@code ${env:}} and {@code ${file:}} resolved, {@code ${brokers.}}
 *     not yet; may hold secrets
 * @param secrets every resolved value that must never appear anywhere
 */
public record DriverFile(
    String path,
    String name,
    String driverClass,
    Optional<LocalBrokers> localBrokers,
    String yaml,
    List<String> secrets) {

  /**
   * The {@code localBrokers} key.
   *
   * @param kind {@code kafka}, {@code rabbitmq} or {@code jms}
   * @param nodes how many
   * @param options all other keys of it, as text
   */
  public record LocalBrokers(String kind, int nodes, Map<String, String> options) {
    public LocalBrokers {
      Objects.requireNonNull(kind);
      options = Map.copyOf(options);
    }
  }

  public DriverFile {
    Objects.requireNonNull(path);
    Objects.requireNonNull(name);
    Objects.requireNonNull(driverClass);
    Objects.requireNonNull(localBrokers);
    Objects.requireNonNull(yaml);
    secrets = List.copyOf(secrets);
  }

  /** Without text and secrets. */
  @Override
  public String toString() {
    return "DriverFile[path=" + path + ", name=" + name + ", driverClass=" + driverClass + "]";
  }
}
