package io.tidemark.brokers.proxy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers as Erlang's port mapper (epmd), with the ports of proxies: a node registers its own port
 * with the real one, and other nodes ask this one. The nodes cannot have the same port as their
 * proxies, because RabbitMQ checks before its start that its port is free on all addresses.
 *
 * <p>Only the request for a port is known (PORT_PLEASE2_REQ), with which nodes connect.
 */
public final class PortMapper {
  /** A line with the port to listen on, then lines with a node's short name and port. */
  public static final String NAMES = "names";

  private static final int PORT_PLEASE = 'z';
  private static final int PORT_RESPONSE = 'w';
  private static final int UNKNOWN_NAME = 1;
  private static final int NORMAL_NODE = 'M';

  /** The version of the distribution protocol from OTP 23 on. */
  private static final int HIGHEST_VERSION = 6;

  private static final int LOWEST_VERSION = 5;
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int QUEUED = 50;
  private final Map<String, Integer> ports = new HashMap<>();
  private final ServerSocket server;

  private PortMapper(ServerSocket server) {
    this.server = server;
  }

  /** Starts it on a daemon thread if the directory has the file. */
  static void startIfWanted(Path directory) throws IOException {
    Path file = directory.resolve(NAMES);
    if (!Files.exists(file)) {
      return;
    }
    List<String> lines = Files.readAllLines(file);
    int port = Integer.parseInt(lines.get(0));
    PortMapper mapper =
        new PortMapper(new ServerSocket(port, QUEUED, InetAddress.getLoopbackAddress()));
    for (String line : lines.subList(1, lines.size())) {
      String[] parts = line.split(" ", -1);
      mapper.ports.put(parts[0], Integer.valueOf(parts[1]));
    }
    Thread thread = new Thread(mapper::serve, "port-mapper");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        socket.setSoTimeout(TIMEOUT_MILLIS);
        answer(
            new DataInputStream(socket.getInputStream()),
            new DataOutputStream(socket.getOutputStream()));
      } catch (IOException e) {
        continue; // The node has gone: it asks again.
      }
    }
  }

  private void answer(DataInputStream in, DataOutputStream out) throws IOException {
    byte[] request = in.readNBytes(in.readUnsignedShort());
    String name = new String(request, 1, request.length - 1, StandardCharsets.UTF_8);
    Integer port = ports.get(name);
    out.writeByte(PORT_RESPONSE);
    if (request[0] != PORT_PLEASE || port == null) {
      out.writeByte(UNKNOWN_NAME);
      return;
    }
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    out.writeByte(0);
    out.writeShort(port);
    out.writeByte(NORMAL_NODE);
    out.writeByte(0); // TCP over IPv4
    out.writeShort(HIGHEST_VERSION);
    out.writeShort(LOWEST_VERSION);
    out.writeShort(bytes.length);
    out.write(bytes);
    out.writeShort(0); // nothing more
  }
}
