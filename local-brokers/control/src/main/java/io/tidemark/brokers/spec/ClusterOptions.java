package io.tidemark.brokers.spec;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.base.brokers.BrokerOptions;
import io.tidemark.brokers.process.CpuLimit;
import io.tidemark.brokers.process.CpuMachine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;

/** The checks of a cluster's options that depend on this machine, or on more than the form. */
public final class ClusterOptions {
  /** The program in the folder of a RabbitMQ server. */
  public static final String RABBITMQ_PROGRAM = "sbin/rabbitmq-server";

  private static final Pattern PORT_NAMES =
      Pattern.compile("[a-z][A-Za-z0-9]*(\\s*,\\s*[a-z][A-Za-z0-9]*)*");

  private ClusterOptions() {}

  static void check(BrokerKind kind, Map<String, String> options) {
    BrokerOptions values = BrokerOptions.read(kind, options);
    if (kind == BrokerKind.COMMAND && values.start().isEmpty()) {
      throw new IllegalArgumentException("options.start: required");
    }
    if (!kind.mayBeContainers()) {
      values.cpus().ifPresent(cpus -> CpuLimit.of(cpus, CpuMachine.here()));
    }
    checkTexts(values);
    checkFiles(kind, values);
  }

  private static void checkTexts(BrokerOptions values) {
    values
        .ports()
        .ifPresent(
            ports ->
                require(
                    PORT_NAMES.matcher(ports).matches() && areDistinct(ports.split("\\s*,\\s*")),
                    "ports",
                    ports,
                    "different names of letters and digits, separated by commas, such as admin,"
                        + " metrics"));
  }

  private static void checkFiles(BrokerKind kind, BrokerOptions values) {
    values
        .workingDirectory()
        .ifPresent(
            folder ->
                require(
                    Files.isDirectory(Path.of(folder)),
                    "workingDirectory",
                    folder,
                    "an existing folder"));
    values
        .oauth2Key()
        .ifPresent(
            file ->
                require(
                    Files.isReadable(Path.of(file)),
                    "oauth2Key",
                    file,
                    "a PEM file with a public key"));
    values.home().ifPresent(folder -> checkHome(kind, folder));
  }

  private static void checkHome(BrokerKind kind, String folder) {
    if (kind == BrokerKind.KAFKA) {
      require(
          Files.isDirectory(Path.of(folder)),
          "home",
          folder,
          "the folder of an unpacked Kafka server, with libs");
    } else {
      require(
          Files.isExecutable(Path.of(folder, RABBITMQ_PROGRAM)),
          "home",
          folder,
          "the folder of a RabbitMQ server, with " + RABBITMQ_PROGRAM);
    }
  }

  private static boolean areDistinct(String... names) {
    return Arrays.stream(names).distinct().count() == names.length;
  }

  private static void require(boolean valid, String name, String value, String allowed) {
    if (!valid) {
      throw new IllegalArgumentException(
          "options." + name + ": got '" + value + "'; allowed " + allowed);
    }
  }
}
