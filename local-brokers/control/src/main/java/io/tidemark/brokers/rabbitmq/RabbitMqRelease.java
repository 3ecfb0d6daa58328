package io.tidemark.brokers.rabbitmq;

import java.util.List;

/**
 * A RabbitMQ that can be installed from packages: which suite has it, and how it runs.
 *
 * @param version as users name it
 * @param suite of Debian that carries it
 * @param versionPrefix what the server's own version begins with
 * @param isolated whether it needs its suite's whole user land (newer C library than this machine
 *     may have), and so runs in a separate root; otherwise it runs among this machine's libraries
 * @param packages to be installed, with their dependencies
 * @param downloadMb about how much is downloaded, with the index of the packages
 */
record RabbitMqRelease(
    String version,
    String suite,
    String versionPrefix,
    boolean isolated,
    List<String> packages,
    int downloadMb) {
  private static final List<String> SERVER_AND_USER_LAND =
      List.of(
          "rabbitmq-server",
          "bash",
          "coreutils",
          "sed",
          "gawk",
          "procps",
          "dash",
          "grep",
          "debianutils",
          "findutils",
          "hostname",
          "util-linux",
          "base-files");

  /** Debian's suite "sid" changes: it has 4.3 until the next version arrives there. */
  private static final List<RabbitMqRelease> ALL =
      List.of(
          new RabbitMqRelease("3.10", "bookworm", "3.10.", false, List.of("rabbitmq-server"), 43),
          new RabbitMqRelease("4", "trixie", "4.", true, SERVER_AND_USER_LAND, 85),
          new RabbitMqRelease("4.3", "sid", "4.3.", true, SERVER_AND_USER_LAND, 85));

  /** From version 4 one node starts first, and the others must wait for it. */
  boolean formsUnderLock() {
    return versionPrefix.startsWith("3.");
  }

  static RabbitMqRelease of(String version) {
    return ALL.stream()
        .filter(release -> release.version.equals(version))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "version: rabbitmq '%s' cannot be installed; allowed %s"
                        .formatted(version, versions())));
  }

  private static String versions() {
    return String.join(", ", ALL.stream().map(RabbitMqRelease::version).toList());
  }

  /** RabbitMQ's official image of this version. */
  String image() {
    return "rabbitmq:" + version + "-management";
  }
}
