package io.tidemark.driver.inmemory.shared;

import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process that has the topics: an in-memory driver behind a port of loopback. */
final class Host implements Closeable {
  private static final Logger log = LoggerFactory.getLogger(Host.class);
  private final ServerSocket server;
  private final InMemoryBenchmarkDriver driver;
  private final Duration othersLeaveWithin;
  private final Set<Connection> connections = new HashSet<>();
  private int drivers;
  private boolean closed;

  private Host(ServerSocket server, InMemoryBenchmarkDriver driver, Duration othersLeaveWithin) {
    this.server = server;
    this.driver = driver;
    this.othersLeaveWithin = othersLeaveWithin;
  }

  /**
   * @param othersLeaveWithin so long {@link #close} waits for the drivers of other processes
   * @throws java.net.BindException when another process has the port
   */
  static Host start(SharedConfiguration configuration, Duration othersLeaveWithin)
      throws IOException {
    ServerSocket server = new ServerSocket();
    InMemoryBenchmarkDriver driver = new InMemoryBenchmarkDriver();
    try {
      server.bind(Connection.address(configuration.port()), 1_000);
      initialize(driver, configuration);
    } catch (IOException e) {
      server.close();
      throw e;
    }
    Host host = new Host(server, driver, othersLeaveWithin);
    Threads.start("shared-memory-" + configuration.port(), host::accept);
    return host;
  }

  private static void initialize(InMemoryBenchmarkDriver driver, SharedConfiguration configuration)
      throws IOException {
    Path file = Files.createTempFile("tidemark-shared", ".yaml");
    try {
      Files.writeString(
          file,
          "delivery: queued\nspace: shared-%d\nqueueCapacity: %d\nretainedMessages: %d\n"
              .formatted(
                  configuration.port(),
                  configuration.queueCapacity(),
                  configuration.retainedMessages()));
      driver.initialize(file.toFile(), NullStatsLogger.INSTANCE);
    } finally {
      Files.delete(file);
    }
  }

  private void accept() {
    try {
      while (true) {
        accept(server.accept());
      }
    } catch (IOException e) {
      log.debug("the host takes no more clients", e);
    }
  }

  /** A client that leaves before it is served ends nothing but itself. */
  private void accept(Socket client) throws IOException {
    try {
      Connection connection = new Connection(client);
      if (add(connection)) {
        Threads.start("shared-memory-client", () -> serve(connection));
      } else {
        connection.close();
      }
    } catch (IOException e) {
      log.debug("a client left before it was served", e);
      client.close();
    }
  }

  private void serve(Connection connection) {
    try {
      switch (connection.greeted()) {
        case TOPICS -> serveDriver(connection);
        case PRODUCER -> new ServedProducer(driver, connection).serve();
        case CONSUMER -> new ServedConsumer(driver, connection).serve();
      }
    } catch (IOException e) {
      log.debug("a client left", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.warn("a client was given up", e);
    } finally {
      remove(connection);
    }
  }

  private void serveDriver(Connection connection) throws IOException {
    count(1);
    try {
      new ServedTopics(driver, connection).serve();
    } finally {
      count(-1);
    }
  }

  private synchronized void count(int more) {
    drivers += more;
    notifyAll();
  }

  private synchronized boolean add(Connection connection) {
    return !closed && connections.add(connection);
  }

  private synchronized void remove(Connection connection) {
    connections.remove(connection);
    connection.close();
  }

  /** Waits for the drivers of other processes to leave first, but not for ever. */
  @Override
  public synchronized void close() throws IOException {
    awaitLeave();
    closed = true;
    server.close();
    connections.forEach(Connection::close);
    driver.close();
  }

  private void awaitLeave() {
    long left = othersLeaveWithin.toNanos();
    long until = System.nanoTime() + left;
    try {
      while (drivers > 0 && left > 0) {
        wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
        left = until - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (drivers > 0) {
      log.warn("{} drivers of other processes lose the topics of this one", drivers);
    }
  }
}
