package io.tidemark.brokers.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A namespace in which this user is root of another file system tree; some machines refuse it. */
public final class UserNamespace {
  /** The program that makes one, with which the command in it begins. */
  public static final List<String> ENTER = List.of("unshare", "-Urm");

  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private UserNamespace() {}

  /**
   * @param purpose what needs one: "run RabbitMQ 4"
   * @throws LocalBrokerException with the reason if this machine refuses it
   */
  public static void require(String purpose) {
    String needs = purpose + " in a user namespace (version 3.10 and Docker do not need one)";
    new ShellCommand(needs, Path.of("/"), DEADLINE)
        .run(List.of(ENTER.get(0), ENTER.get(1), "true"));
  }
}
