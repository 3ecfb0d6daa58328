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

/** A proxy in this process, on a free port. */
record InProcessProxy(ProxyLoop loop, TcpProxy proxy, File configuration) implements ProxiedBroker {
  private static final String HOST = "${proxy.host}";
  private static final String PORT = "${proxy.port}";

  static InProcessProxy open(String host, int port, String text, Path directory)
      throws IOException {
    String broker = host + ":" + port;
    String template = text.contains(PORT) ? text : text.replace(broker, HOST + ":" + PORT);
    if (!template.contains(PORT)) {
      throw new IllegalArgumentException(
          "the driver file contains neither %s nor %s".formatted(broker, PORT));
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
              .replace(HOST, address.getAddress().getHostAddress())
              .replace(PORT, String.valueOf(address.getPort())));
      return new InProcessProxy(loop, proxy, file.toFile());
    } catch (IOException | RuntimeException e) {
      loop.close();
      throw e;
    }
  }

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
