package io.tidemark.brokers;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Sends signals to process groups; Java itself knows only the two that end a process. */
final class Signals {
  private Signals() {}

  /** To the group that this process leads; nothing happens when the process is no longer alive. */
  static void send(String signal, ProcessIdentity leader) {
    if (!leader.isAlive()) {
      return;
    }
    String command = "kill -s " + signal + " -- -" + leader.pid();
    try {
      Process kill = new ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start();
      String said =
          new String(kill.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      if (!kill.waitFor(10, TimeUnit.SECONDS) || (kill.exitValue() != 0 && leader.isAlive())) {
        throw new LocalBrokerException(
            "cannot send " + signal + " to process " + leader.pid() + ": " + said.strip());
      }
    } catch (IOException e) {
      throw new LocalBrokerException("cannot run '" + command + "': " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalBrokerException(
          "interrupted while sending " + signal + " to process " + leader.pid(), e);
    }
  }
}
