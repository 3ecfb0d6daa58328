package io.tidemark.probe;

import io.tidemark.base.Clock;
import io.tidemark.report.runs.ProbeResult.Latency;
import io.tidemark.report.runs.ProbeResult.RoundTrips;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;

/**
 * How long one way there and back takes.
 *
 * @param time of the measurement of each address
 */
public record RoundTripProbe(Clock clock, Duration time) {
  private static final int MOST = 1_000;
  private static final int UNCOUNTED = 10;
  private static final int CONNECT_MILLIS = 3_000;
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /** TCP connections that are closed at once: all a broker permits without a client. */
  public RoundTrips connect(String host, int port) throws IOException, InterruptedException {
    String to = host + ":" + port;
    return ProbeThreads.within(
        time.plus(PATIENCE),
        "connecting to " + to,
        () -> {
          InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), port);
          return new RoundTrips(to, "connect", measure(() -> connect(address)));
        });
  }

  private long connect(InetSocketAddress address) throws IOException {
    try (Socket socket = new Socket()) {
      long start = clock.nanoTime();
      socket.connect(address, CONNECT_MILLIS);
      return clock.nanoTime() - start;
    }
  }

  /**
   * Requests to a worker over an open connection.
   *
   * @param question a small request with its answer
   */
  public RoundTrips request(String to, Callable<?> question)
      throws IOException, InterruptedException {
    return ProbeThreads.within(
        time.plus(PATIENCE),
        "requests to " + to,
        () ->
            new RoundTrips(
                to,
                "request",
                measure(
                    () -> {
                      long start = clock.nanoTime();
                      question.call();
                      return clock.nanoTime() - start;
                    })));
  }

  /** The first ones also load code and fill caches. */
  private Latency measure(Callable<Long> once) throws Exception {
    for (int i = 0; i < UNCOUNTED; i++) {
      once.call();
    }
    LongStream.Builder nanos = LongStream.builder();
    long start = clock.nanoTime();
    for (int i = 0; i < MOST && (i == 0 || clock.nanoTime() - start < time.toNanos()); i++) {
      nanos.add(once.call());
    }
    return Latency.ofNanos(nanos.build().toArray());
  }
}
