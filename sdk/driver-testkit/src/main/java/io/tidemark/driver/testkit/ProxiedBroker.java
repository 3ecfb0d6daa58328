package io.tidemark.driver.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A broker behind a proxy that can stop traffic and reset connections, and a configuration with
 * which all connections of a driver pass through it. If the broker redirects clients, it must
 * advertise the proxy's address.
 */
public interface ProxiedBroker extends AutoCloseable {
  /**
   * Opens a proxy on a free port of the loopback interface.
   *
   * @param text the driver's file; <code>${proxy.host}</code> and <code>${proxy.port}</code> are
   *     replaced by the proxy's address, or, without them, each occurrence of {@code host:port}
   * @param directory for the changed file
   * @throws IllegalArgumentException if the text has neither
   */
  static ProxiedBroker open(String host, int port, String text, Path directory) throws IOException {
    return InProcessProxy.open(host, port, text, directory);
  }

  /** With the proxy's address. */
  File configuration();

  /** Stops all bytes in both directions; connections stay open. */
  void pause();

  /** Undoes a pause; nothing is lost on connections that are still open. */
  void resume();

  /** Resets all connections; new ones are accepted after {@link #resume}. */
  void resetConnections();

  @Override
  void close();
}
