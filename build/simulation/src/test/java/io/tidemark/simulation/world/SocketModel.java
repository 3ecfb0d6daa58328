package io.tidemark.simulation.world;

import io.tidemark.simulation.kernel.Replaces;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** In place of sockets, if the seed has them. Otherwise none can be connected. */
public final class SocketModel {
  private static final String SOCKET = "java/net/Socket";
  private static final String CALLS = "io/tidemark/http/client/CallSockets";

  /** The real limit of short calls. */
  private static final int SHORT_BYTES = 8 * 1024;

  private SocketModel() {}

  private static SimulatedSocket of(Socket socket) {
    return SimulatedWorld.current().socket(socket);
  }

  /** Otherwise calls take the way of the HTTP client. */
  @Replaces(CALLS)
  public static boolean serve(Object sockets, byte[] body) {
    return SimulatedWorld.current().plan().sockets().used() && body.length <= SHORT_BYTES;
  }

  /** The threads of all heartbeats are static: they would go on in the next simulation. */
  @Replaces(value = CALLS, ofClass = true)
  public static <T> CompletableFuture<T> elsewhere(Supplier<T> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    SimulatedWorld.current()
        .callers()
        .execute(
            () -> {
              try {
                result.complete(call.get());
              } catch (RuntimeException e) {
                result.completeExceptionally(e);
              }
            });
    return result;
  }

  @Replaces(SOCKET)
  public static void setTcpNoDelay(Socket socket, boolean on) {}

  @Replaces(SOCKET)
  public static void setSoTimeout(Socket socket, int millis) {
    of(socket).timeout(millis);
  }

  @Replaces(SOCKET)
  public static void connect(Socket socket, SocketAddress to, int millis) throws IOException {
    if (!SimulatedWorld.current().plan().sockets().used()) {
      throw new IOException("no plain sockets in the simulation");
    }
    of(socket).connect((InetSocketAddress) to, millis);
  }

  @Replaces(SOCKET)
  public static OutputStream getOutputStream(Socket socket) {
    return of(socket).out();
  }

  @Replaces(SOCKET)
  public static InputStream getInputStream(Socket socket) {
    return of(socket).in();
  }

  @Replaces(SOCKET)
  public static void close(Socket socket) {
    of(socket).close();
  }
}
