package io.tidemark.driver.testkit;

import io.tidemark.proxy.Direction;
import io.tidemark.proxy.ProxyLoop;
import io.tidemark.proxy.TcpProxy;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
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
    String broker = host + ":" + port;
    String template =
        text.contains("${proxy.port}") ? text : text.replace(broker, "${proxy.host}:${proxy.port}");
    if (!template.contains("${proxy.port}")) {
      throw new IllegalArgumentException(
          "the driver file contains neither %s nor ${proxy.port}".formatted(broker));
    }
    record InProcess(ProxyLoop loop, TcpProxy proxy, File configuration) implements ProxiedBroker {
      @Override
      public void pause() {
        for (Direction direction : Direction.values()) {
          proxy.pause(direction);
        }
      }

      @Override
      public void resume() {
        proxy.heal();
      }

      @Override
      public void resetConnections() {
        proxy.resetConnections();
      }

      @Override
      public void close() {
        loop.close();
      }
    }
    ProxyLoop loop = ProxyLoop.start("conformance-proxy", 1);
    try {
      TcpProxy proxy =
          loop.open(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
              new InetSocketAddress(host, port));
      InetSocketAddress address = proxy.address();
      Path file = Files.createTempFile(directory, "proxied", ".yaml");
      Files.writeString(
          file,
          template
              .replace("${proxy.host}", address.getAddress().getHostAddress())
              .replace("${proxy.port}", String.valueOf(address.getPort())));
      return new InProcess(loop, proxy, file.toFile());
    } catch (IOException | RuntimeException e) {
      loop.close();
      throw e;
    }
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
