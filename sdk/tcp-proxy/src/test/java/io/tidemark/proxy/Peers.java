package io.tidemark.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A loop with one proxy in front of a server, and sockets on both sides of it. */
final class Peers implements AutoCloseable {
  static final int TIMEOUT_MILLIS = 10_000;
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ProxyLoop loop = ProxyLoop.start("proxy-test", 1);
  private final InetSocketAddress target = (InetSocketAddress) server.getLocalSocketAddress();
  final TcpProxy proxy = loop.open(anyPort(), target);

  Peers() throws IOException {
    server.setSoTimeout(TIMEOUT_MILLIS);
  }

  static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** A client's socket and the one that the server accepted for it. */
  record Link(Socket client, Socket server) implements AutoCloseable {
    void send(String text) throws IOException {
      client.getOutputStream().write(text.getBytes());
    }

    String receive(int length) throws IOException {
      return new String(server.getInputStream().readNBytes(length));
    }

    void answer(String text) throws IOException {
      server.getOutputStream().write(text.getBytes());
    }

    String receiveAnswer(int length) throws IOException {
      return new String(client.getInputStream().readNBytes(length));
    }

    @Override
    public void close() throws IOException {
      client.close();
      server.close();
    }
  }

  Link link() throws IOException {
    Socket client = connect(TIMEOUT_MILLIS);
    Socket accepted = server.accept();
    accepted.setSoTimeout(TIMEOUT_MILLIS);
    return new Link(client, accepted);
  }

  Socket connect(int timeoutMillis) throws IOException {
    Socket client = new Socket();
    client.setSoTimeout(TIMEOUT_MILLIS);
    client.connect(proxy.address(), timeoutMillis);
    return client;
  }

  Socket accept() throws IOException {
    return server.accept();
  }

  void stopServer() throws IOException {
    server.close();
  }

  /** On the same port. */
  ServerSocket restartServer() throws IOException {
    ServerSocket restarted = new ServerSocket();
    restarted.setReuseAddress(true);
    restarted.bind(target);
    return restarted;
  }

  ProxyLoop loop() {
    return loop;
  }

  @Override
  public void close() throws IOException {
    loop.close();
    server.close();
  }
}
