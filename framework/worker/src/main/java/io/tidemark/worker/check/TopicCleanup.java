package io.tidemark.worker.check;

import io.tidemark.base.Clock;
import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.topics.TopicCleaner;
import io.tidemark.driver.topics.TopicLister;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.worker.clients.EarlierTopic;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.session.DriverLifeCycle;
import io.tidemark.worker.session.DriverThread;
import io.tidemark.worker.session.RunEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** Removes topics that killed runs have left at the broker of a driver file. For one thread. */
public final class TopicCleanup {
  private static final String WORKER = "clean";

  private final DriverCatalog catalog;
  private final Duration stepDeadline;
  private final Clock clock = SystemClock.get();

  /**
   * @param stepDeadline how long each step may take
   */
  public TopicCleanup(DriverCatalog catalog, Duration stepDeadline) {
    this.catalog = catalog;
    this.stepDeadline = stepDeadline;
  }

  /**
   * Lists and removes.
   *
   * @param wanted gets all topics of runs, the oldest first, and returns those to remove
   * @return the removed ones
   * @throws WorkerException if the driver cannot do it, or fails
   */
  public List<EarlierTopic> run(
      DriverSource source, Function<List<EarlierTopic>, List<EarlierTopic>> wanted)
      throws WorkerException, InterruptedException {
    try (DriverThread thread = new DriverThread(WORKER)) {
      DriverLifeCycle session =
          DriverLifeCycle.open(
              WORKER, catalog, source, new RunEvents(clock), thread, Deadline.in(stepDeadline));
      try {
        return clean(session, wanted);
      } finally {
        session.close(Deadline.in(stepDeadline));
      }
    }
  }

  private List<EarlierTopic> clean(
      DriverLifeCycle session, Function<List<EarlierTopic>, List<EarlierTopic>> wanted)
      throws WorkerException, InterruptedException {
    if (!(session.driver() instanceof TopicLister)
        || !(session.driver() instanceof TopicCleaner cleaner)) {
      throw session.cannot(
          "listTopics", "list and delete topics: it has no TopicLister or no TopicCleaner");
    }
    Instant now = clock.instant();
    List<EarlierTopic> all = EarlierTopic.list(session, now, Deadline.in(stepDeadline));
    List<EarlierTopic> removed = wanted.apply(all);
    List<String> topics = removed.stream().map(EarlierTopic::name).toList();
    if (!topics.isEmpty()) {
      session
          .thread()
          .await(
              "deleteTopics",
              topics.size() + " topics",
              Deadline.in(stepDeadline),
              () -> cleaner.deleteTopics(topics));
    }
    return removed;
  }
}
