import io.tidemark.proxy.ProxyLoop;
import io.tidemark.proxy.TcpProxy;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Bulk transfers and round trips over loopback, through a proxy and directly. */
final class ProxyCost {
  private static final int CHUNK = 64 * 1024;
  private static final int PING = 100;
  private static final long BULK_BYTES = 1L << 30;
  private static final int ROUND_TRIPS = 20_000;

  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ProxyLoop loop = ProxyLoop.start("proxy", 1)) {
      Thread acceptor = new Thread(() -> serve(server));
      acceptor.setDaemon(true);
      acceptor.start();
      InetSocketAddress direct = (InetSocketAddress) server.getLocalSocketAddress();
      TcpProxy proxy =
          loop.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), direct);
      List<Double> bulk = new ArrayList<>();
      List<Double> trips = new ArrayList<>();
      System.out.println("round  direct MB/s  proxy MB/s  ratio   direct us  proxy us  ratio");
      for (int round = 0; round <= rounds; round++) {
        double directRate = megabytesPerSecond(direct);
        double proxyRate = megabytesPerSecond(proxy.address());
        double directMicros = roundTripMicros(direct);
        double proxyMicros = roundTripMicros(proxy.address());
        if (round > 0) { // The first compiles.
          bulk.add(proxyRate / directRate);
          trips.add(proxyMicros / directMicros);
          System.out.printf(
              "%5d  %11.0f  %10.0f  %5.2f  %9.1f  %8.1f  %6.2f%n",
              round,
              directRate,
              proxyRate,
              proxyRate / directRate,
              directMicros,
              proxyMicros,
              proxyMicros / directMicros);
        }
      }
      System.out.printf("median ratio: throughput %.2f, round trip %.2f%n", median(bulk), median(trips));
    }
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  /** The server returns each ping, and counts the bytes of a bulk transfer. */
  private static void serve(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        socket.setTcpNoDelay(true);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        OutputStream out = socket.getOutputStream();
        boolean pings = in.readBoolean();
        byte[] part = new byte[pings ? PING : CHUNK];
        if (pings) {
          for (int i = 0; i < ROUND_TRIPS; i++) {
            in.readFully(part);
            out.write(part);
          }
        } else {
          while (in.read(part) >= 0) {}
          out.write(1);
        }
      } catch (IOException e) {
        return;
      }
    }
  }

  private static double megabytesPerSecond(InetSocketAddress address) throws IOException {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(0);
      byte[] part = new byte[CHUNK];
      long start = System.nanoTime();
      for (long sent = 0; sent < BULK_BYTES; sent += CHUNK) {
        out.write(part);
      }
      socket.shutdownOutput();
      socket.getInputStream().read();
      return BULK_BYTES * 1e3 / (System.nanoTime() - start);
    }
  }

  private static double roundTripMicros(InetSocketAddress address) throws IOException {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      InputStream in = socket.getInputStream();
      out.write(1);
      byte[] ping = new byte[PING];
      long start = System.nanoTime();
      for (int i = 0; i < ROUND_TRIPS; i++) {
        out.write(ping);
        in.readNBytes(ping, 0, PING);
      }
      return (System.nanoTime() - start) / 1e3 / ROUND_TRIPS;
    }
  }
}
