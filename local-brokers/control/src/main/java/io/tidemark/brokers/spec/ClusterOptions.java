package io.tidemark.brokers.spec;

import io.tidemark.brokers.process.CpuLimit;
import io.tidemark.brokers.process.CpuMachine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;

/** Checks the names and values of a cluster's options. */
public final class ClusterOptions {
  /** The program in the folder of a RabbitMQ server. */
  public static final String RABBITMQ_PROGRAM = "sbin/rabbitmq-server";

  private static final Pattern WATERMARK =
      Pattern.compile("0\\.\\d+|1(\\.0+)?|\\d+(kB|MB|GB|kiB|MiB|GiB)");
  private static final Pattern PORT_NAMES =
      Pattern.compile("[a-z][A-Za-z0-9]*(\\s*,\\s*[a-z][A-Za-z0-9]*)*");
  private static final Pattern CPUS =
      Pattern.compile("0\\.0*[1-9]\\d{0,2}|[1-9]\\d{0,3}(\\.\\d{1,3})?");

  private ClusterOptions() {}

  static void check(BrokerKind kind, Map<String, String> options) {
    options.forEach(
        (name, value) -> {
          if (!kind.options().contains(name)) {
            throw new IllegalArgumentException(
                "options: local %s has no option '%s'; allowed %s"
                    .formatted(kind.key(), name, String.join(", ", kind.options())));
          }
          checkValue(name, value);
        });
    if (kind == BrokerKind.COMMAND) {
      LocalClusterSpec.required(options, "start");
    }
    if (options.containsKey("cpus") && !kind.mayBeContainers()) {
      CpuLimit.of(Double.parseDouble(options.get("cpus")), CpuMachine.here());
    }
  }

  private static void checkValue(String name, String value) {
    switch (name) {
      case "keepData",
          "metrics",
          "tls",
          "racks",
          "docker",
          "proxy",
          "forceToDisk",
          "refuseDeprecated" ->
          require(value.matches("true|false"), name, value, "true or false");
      case "cpus" ->
          require(CPUS.matcher(value).matches(), name, value, "a number such as 0.5, 1 or 2");
      case "heapMegabytes" -> requireNumber(name, value, 64, 65_536);
      case "sessionTimeoutMillis" -> requireNumber(name, value, 1_000, 600_000);
      case "readyTimeoutSeconds" -> requireNumber(name, value, 1, 3_600);
      case "start", "stop", "ready" -> require(!value.isBlank(), name, value, "a shell command");
      case "ports" ->
          require(
              PORT_NAMES.matcher(value).matches() && areDistinct(value.split("\\s*,\\s*")),
              name,
              value,
              "different names of letters and digits, separated by commas, such as admin, metrics");
      case "workingDirectory" ->
          require(Files.isDirectory(Path.of(value)), name, value, "an existing folder");
      case "oauth2Key" ->
          require(Files.isReadable(Path.of(value)), name, value, "a PEM file with a public key");
      case "home" ->
          require(
              Files.isExecutable(Path.of(value, RABBITMQ_PROGRAM)),
              name,
              value,
              "the folder of a RabbitMQ server, with " + RABBITMQ_PROGRAM);
      case "memoryWatermark" ->
          require(
              WATERMARK.matcher(value).matches(),
              name,
              value,
              "a size such as 64MB, or a share such as 0.4");
      default -> throw new IllegalStateException("option without a check: " + name);
    }
  }

  private static boolean areDistinct(String... names) {
    return Arrays.stream(names).distinct().count() == names.length;
  }

  private static void requireNumber(String name, String value, int least, int most) {
    boolean valid = value.matches("\\d{1,9}");
    if (valid) {
      int number = Integer.parseInt(value);
      valid = number >= least && number <= most;
    }
    require(valid, name, value, least + " to " + most);
  }

  private static void require(boolean valid, String name, String value, String allowed) {
    if (!valid) {
      throw new IllegalArgumentException(
          "options." + name + ": got '" + value + "'; allowed " + allowed);
    }
  }
}
