package io.tidemark.brokers;

import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * A server as a user's command starts it: sends each client one line, its node number and how often
 * it was started on its data.
 */
final class TinyServer {
  static final String START =
      "exec '%s' -Xmx32m -XX:+UseSerialGC -cp '%s' %s"
          .formatted(
              Path.of(System.getProperty("java.home"), "bin", "java"),
              System.getProperty("java.class.path"),
              TinyServer.class.getName());

  private TinyServer() {}

  /** A broker for tests of what is the same for all kinds; it starts in a moment. */
  static LocalClusterSpec spec() {
    return LocalClusterSpec.of("command", 1, Map.of("start", START, "ports", "admin"));
  }

  /** Another JVM, which runs a class with a folder as its argument. */
  static ProcessBuilder jvm(Class<?> main, Path folder) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    return new ProcessBuilder(java, "-Xmx64m", "-cp", classPath, main.getName(), folder.toString());
  }

  public static void main(String[] arguments) throws IOException {
    Path starts = Path.of(System.getenv("DATA"), "starts");
    Files.writeString(starts, "x", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    String line = "node %s, start %s".formatted(System.getenv("NODE"), Files.size(starts));
    System.out.println("peers " + System.getenv("ADDRESSES"));
    new Thread(() -> serve(System.getenv("ADMIN_PORT"), "admin of " + line)).start();
    serve(System.getenv("PORT"), line);
  }

  /** A client may have gone, for example one that only looks whether the port is open. */
  private static void answer(Socket client, String line) {
    try (client;
        PrintStream out = new PrintStream(client.getOutputStream(), true, StandardCharsets.UTF_8)) {
      out.println(line);
    } catch (IOException e) {
      System.out.println("a client: " + e);
    }
  }

  private static void serve(String port, String line) {
    try (ServerSocket server =
        new ServerSocket(Integer.parseInt(port), 50, InetAddress.getLoopbackAddress())) {
      while (true) {
        answer(server.accept(), line);
      }
    } catch (IOException e) {
      throw new IllegalStateException("port " + port, e);
    }
  }
}
