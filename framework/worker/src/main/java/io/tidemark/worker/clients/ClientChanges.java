package io.tidemark.worker.clients;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.base.Deadline;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.ClientsReport;
import io.tidemark.model.worker.ClientsRequest;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.worker.engine.Engine;
import io.tidemark.worker.session.DriverLifeCycle;
import io.tidemark.worker.session.DriverThread;
import io.tidemark.worker.session.ParallelClose.Named;
import io.tidemark.worker.session.RunEvents;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Opens and closes clients while the load is under way, on a separate thread: an order is followed
 * in the background, and then churn goes on until the next order. {@link #order} and {@link #close}
 * from one thread at a time.
 */
public final class ClientChanges implements AutoCloseable {
  private static final Duration OPEN_WITHIN = Duration.ofSeconds(30);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);
  private static final Duration BEFORE_NEXT_TRY = Duration.ofSeconds(1);
  private static final Duration END_WITHIN = Duration.ofSeconds(5);

  private final DriverLifeCycle session;
  private final DriverThread calls;
  private final DriverClients clients;
  private final Engine engine;
  private final RunEvents events;
  private final Clock clock;
  private final Map<Integer, ProducerRequest> producers = new ConcurrentSkipListMap<>();
  private final Map<Integer, ConsumerRequest> consumers = new ConcurrentSkipListMap<>();
  private final Churn producerChurn = new Churn();
  private final Churn consumerChurn = new Churn();
  private @Nullable ClientsRequest order;
  private volatile String failure = "";
  private @Nullable Thread thread;
  private boolean closed;

  /** Which client is next, and when. */
  private static final class Churn {
    private long dueNanos;
    private int last = -1;

    /** The open client after the last one, in turn. */
    int next(Map<Integer, Named> open) {
      last = open.keySet().stream().filter(index -> index > last).findFirst().orElse(-1);
      return last >= 0 ? last : open.keySet().iterator().next();
    }
  }

  public ClientChanges(
      DriverLifeCycle session,
      DriverClients clients,
      Engine engine,
      RunEvents events,
      Clock clock) {
    this.session = session;
    this.calls = new DriverThread(session.workerName() + "-clients");
    this.calls.contextClassLoader(session.classLoader());
    this.calls.standing(events::standing);
    this.clients = clients.on(calls);
    this.engine = engine;
    this.events = events;
    this.clock = clock;
  }

  /** Clients that may be closed and opened again. */
  public void know(List<ProducerRequest> someProducers, List<ConsumerRequest> someConsumers) {
    someProducers.forEach(producer -> producers.put(producer.index(), producer));
    someConsumers.forEach(consumer -> consumers.put(consumer.index(), consumer));
  }

  public synchronized ClientsReport order(ClientsRequest wanted) {
    if (!wanted.equals(order) && !closed) {
      order = wanted;
      failure = "";
      producerChurn.dueNanos = clock.nanoTime() + period(wanted.producerChurnPerSecond());
      consumerChurn.dueNanos = clock.nanoTime() + period(wanted.consumerChurnPerSecond());
      if (thread == null) {
        thread = DaemonThreads.of("tidemark-clients", this::work);
        thread.start();
      }
      notifyAll();
    }
    return new ClientsReport(
        clients.producers().size(), clients.consumers().size(), isSettled(wanted), failure);
  }

  private boolean isSettled(ClientsRequest wanted) {
    return clients.producers().keySet().equals(below(producers, wanted.producers()).keySet())
        && clients.consumers().keySet().equals(below(consumers, wanted.consumers()).keySet());
  }

  private static <T> Map<Integer, T> below(Map<Integer, T> all, int limit) {
    return ((ConcurrentSkipListMap<Integer, T>) all).headMap(limit);
  }

  private static long period(double perSecond) {
    return perSecond > 0 ? (long) (TimeUnit.SECONDS.toNanos(1) / perSecond) : Long.MAX_VALUE / 4;
  }

  private void work() {
    try {
      while (true) {
        ClientsRequest now = next();
        if (now == null) {
          return;
        }
        follow(now);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The run ends.
    }
  }

  /** The order, when there is something to do for it; null after the end. */
  private synchronized @Nullable ClientsRequest next() throws InterruptedException {
    while (!closed) {
      ClientsRequest now = order;
      if (now != null && !isSettled(now)) {
        return now;
      }
      long due = Math.min(producerChurn.dueNanos, consumerChurn.dueNanos) - clock.nanoTime();
      if (due <= 0) {
        return now;
      }
      TimeUnit.NANOSECONDS.timedWait(this, due);
    }
    return null;
  }

  private void follow(ClientsRequest now) throws InterruptedException {
    try {
      if (!isSettled(now)) {
        settle(now);
        return;
      }
      if (due(producerChurn, now.producerChurnPerSecond()) && !clients.producers().isEmpty()) {
        ProducerRequest producer =
            Objects.requireNonNull(producers.get(producerChurn.next(clients.producers())));
        closeProducer(producer.index(), false);
        openProducers(List.of(producer));
      }
      if (due(consumerChurn, now.consumerChurnPerSecond()) && !clients.consumers().isEmpty()) {
        ConsumerRequest consumer =
            Objects.requireNonNull(consumers.get(consumerChurn.next(clients.consumers())));
        closeConsumer(consumer.index());
        openConsumers(List.of(consumer));
      }
    } catch (WorkerException e) {
      failure = e.oneLine();
      engine.clients().failed();
      events.add("CLIENT_ERROR", e.operation(), String.valueOf(e.getMessage()));
      TimeUnit.NANOSECONDS.sleep(BEFORE_NEXT_TRY.toNanos());
    }
  }

  /** Whether one is due now; the one after it has its time then. */
  private boolean due(Churn churn, double perSecond) {
    boolean due = perSecond > 0 && clock.nanoTime() >= churn.dueNanos;
    if (due) {
      churn.dueNanos += period(perSecond);
    }
    return due;
  }

  private void settle(ClientsRequest now) throws WorkerException, InterruptedException {
    long begin = clock.nanoTime();
    int before = clients.producers().size() + clients.consumers().size();
    openProducers(
        below(producers, now.producers()).values().stream()
            .filter(each -> !clients.producers().containsKey(each.index()))
            .toList());
    openConsumers(
        below(consumers, now.consumers()).values().stream()
            .filter(each -> !clients.consumers().containsKey(each.index()))
            .toList());
    for (int index : List.copyOf(clients.producers().keySet())) {
      if (index >= now.producers()) {
        closeProducer(index, true);
      }
    }
    for (int index : List.copyOf(clients.consumers().keySet())) {
      if (index >= now.consumers()) {
        closeConsumer(index);
      }
    }
    events.add(
        "CLIENTS",
        "worker",
        String.format(
            Locale.ROOT,
            "%s and %s are open (%d clients before), after %s",
            Text.plural(clients.producers().size(), "producer"),
            Text.plural(clients.consumers().size(), "consumer"),
            before,
            Text.nanos(clock.nanoTime() - begin)));
  }

  private void openProducers(List<ProducerRequest> some)
      throws WorkerException, InterruptedException {
    Deadline deadline = Deadline.in(OPEN_WITHIN);
    long begin = clock.nanoTime();
    clients.createProducers(
        some,
        (producer, client) -> {
          engine.clients().opened(clock.nanoTime() - begin);
          try {
            engine.clients().connect(producer.index(), client, deadline);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        },
        deadline);
  }

  private void openConsumers(List<ConsumerRequest> some)
      throws WorkerException, InterruptedException {
    long begin = clock.nanoTime();
    clients.createConsumers(some, engine::callbackFor, Deadline.in(OPEN_WITHIN));
    some.forEach(each -> engine.clients().opened(clock.nanoTime() - begin));
  }

  private void closeProducer(int index, boolean allDue)
      throws WorkerException, InterruptedException {
    Deadline deadline = Deadline.in(CLOSE_WITHIN);
    String left = engine.clients().disconnect(index, allDue, deadline);
    if (!left.isEmpty()) {
      events.add("CLIENT_ERROR", "producer " + index, "closed although " + left);
    }
    close("closeProducer", clients.producers(), index);
  }

  private void closeConsumer(int index) throws WorkerException, InterruptedException {
    close("closeConsumer", clients.consumers(), index);
  }

  private void close(String operation, Map<Integer, Named> open, int index)
      throws WorkerException, InterruptedException {
    Named client = open.remove(index);
    if (client != null) {
      Deadline deadline = Deadline.in(CLOSE_WITHIN);
      calls.run(operation, "the close of " + client.name(), deadline, client.closeable()::close);
    }
  }

  /** Ends what is under way; clients stay as they are. */
  @Override
  public void close() throws InterruptedException {
    Thread working;
    synchronized (this) {
      closed = true;
      working = thread;
      notifyAll();
    }
    calls.abort();
    if (working != null) {
      working.interrupt();
      working.join(END_WITHIN.toMillis());
    }
    calls.close();
  }
}
