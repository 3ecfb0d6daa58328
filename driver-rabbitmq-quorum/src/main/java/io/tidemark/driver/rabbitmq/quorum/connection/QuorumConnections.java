package io.tidemark.driver.rabbitmq.quorum.connection;

import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.rabbitmq.BrokerUri;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Provides connections by the configured mode. Publishing and consuming never share one, because a
 * block of publishers would also stop acknowledgements. Thread-safe.
 */
public final class QuorumConnections implements AutoCloseable {
  public static final String ADMIN = "admin";

  /** The longest wait for clients and connections after their own timeouts. */
  private static final Duration CLOSED = Duration.ofSeconds(10);

  private final QuorumConfiguration configuration;
  private final Dialer dialer;
  private final Consumer<DriverEvent> events;
  private final Function<String, List<BrokerUri>> leaderFirst;
  private final Map<String, ConnectionSlot> common = new HashMap<>();
  private final List<ConnectionSlot> all = new ArrayList<>();
  private int turn;

  /**
   * @param leaderFirst the addresses in the best order for a queue, or for none ("")
   */
  public QuorumConnections(
      QuorumConfiguration configuration,
      Dialer dialer,
      Consumer<DriverEvent> events,
      Function<String, List<BrokerUri>> leaderFirst) {
    this.configuration = configuration;
    this.dialer = dialer;
    this.events = events;
    this.leaderFirst = leaderFirst;
  }

  /** A connection and whether its user closes it. */
  public record Lease(ConnectionSlot slot, boolean owned) {
    public void end(Duration timeout) {
      if (owned) {
        slot.close(timeout);
      }
    }
  }

  /**
   * @param role producer, consumer or admin
   * @param queue whose leader would be the best place; "" when not known
   */
  public synchronized Lease lease(String role, String queue) {
    int number = turn++;
    Mode mode = role.equals(ADMIN) ? Mode.SHARED : configuration.connecting().mode();
    if (mode == Mode.PER_CLIENT) {
      return new Lease(slot(role, role + "-" + number, number, queue), true);
    }
    int size = mode == Mode.SHARED ? 1 : configuration.connecting().poolSize();
    String name = role + "-" + number % size;
    return new Lease(common.computeIfAbsent(name, key -> slot(role, key, number, queue)), false);
  }

  /**
   * Where a client with a connection of another protocol connects to.
   *
   * @param candidates best first; asked before every attempt
   */
  public record Place(int number, Supplier<List<BrokerUri>> candidates) {}

  public synchronized Place place(String queue) {
    int number = turn++;
    return new Place(number, () -> candidates(number, queue));
  }

  /** The driver's own connection for the clean-up is always recovered. */
  private ConnectionSlot slot(String role, String name, int number, String queue) {
    ConnectionSlot slot =
        new ConnectionSlot(
            dialer::dial,
            "tidemark-" + name,
            configuration.connecting().recovers() || role.equals(ADMIN),
            () -> candidates(number, queue),
            events);
    all.add(slot);
    return slot;
  }

  /** Every client starts at another node and goes round. */
  private List<BrokerUri> candidates(int number, String queue) {
    List<BrokerUri> uris = queue.isEmpty() ? List.of() : leaderFirst.apply(queue);
    if (!uris.isEmpty()) {
      return uris;
    }
    List<BrokerUri> given = configuration.amqpUris();
    List<BrokerUri> rotated = new ArrayList<>(given.size());
    for (int i = 0; i < given.size(); i++) {
      rotated.add(given.get((number + i) % given.size()));
    }
    return rotated;
  }

  /** Those whose clients are closed need not be closed again. */
  public synchronized void forgetClosed() {
    all.removeIf(ConnectionSlot::isClosed);
  }

  /** The longest wait for the end of clients that are closed at once, each in two steps. */
  public static Duration clientsClosed(Duration closeTimeout) {
    return closeTimeout.multipliedBy(2).plus(CLOSED);
  }

  @Override
  public void close() {
    List<ConnectionSlot> left;
    synchronized (this) {
      left = List.copyOf(all);
      all.clear();
    }
    Duration timeout = configuration.connecting().closeTimeout();
    BackgroundTasks.forEach(
        "rabbitmq-close", left, slot -> slot.close(timeout), timeout.plus(CLOSED));
    dialer.close();
  }
}
