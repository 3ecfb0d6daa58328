package io.tidemark.coordinator.failover;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.StandbySite;
import io.tidemark.coordinator.fleet.Sites;
import io.tidemark.coordinator.journal.EventLog;
import io.tidemark.coordinator.prepare.RunEnvironment;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.AuditDelta.Published;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * The failover of a run: its steps on a thread in the background, because workers need calls
 * meanwhile, and what is known of it afterwards. Used by the run's thread.
 */
public final class Failover {
  private static final Steps NOT_BEGUN = new Steps(0, "", 0);

  /**
   * The times of the steps.
   *
   * @param failedEpochNanos when the failure of the first site began
   * @param failure what was done
   * @param promotedEpochNanos when the standby had been promoted
   */
  public record Steps(long failedEpochNanos, String failure, long promotedEpochNanos) {}

  private final Optional<StandbySite> standby;
  private final Clock clock;
  private final EventLog log;
  private final ExecutorService background;
  private final AcknowledgementTimes acknowledgements = new AcknowledgementTimes();
  private @Nullable Future<Steps> task;
  private @Nullable Future<OptionalLong> disk;
  private OptionalLong diskBefore = OptionalLong.empty();
  private Steps steps = NOT_BEGUN;
  private String problem = "";

  public Failover(RunEnvironment environment, ExecutorService background) {
    this.standby = environment.plan().standby();
    this.clock = environment.clock();
    this.log = environment.log();
    this.background = background;
  }

  public boolean isPlanned() {
    return standby.isPresent();
  }

  /** When acknowledged messages were reported; empty in runs without a second site. */
  public AcknowledgementTimes acknowledgements() {
    return acknowledgements;
  }

  public void loadBegins() {
    diskBefore = standby.map(StandbySite::diskBytes).orElse(OptionalLong.empty());
  }

  public void begin() {
    StandbySite site = standby.orElseThrow();
    task = background.submit(() -> failAndPromote(site));
    disk = background.submit(site::diskBytes);
  }

  private Steps failAndPromote(StandbySite site) throws IOException {
    long failed = clock.epochNanos();
    String failure = site.fail();
    site.promote();
    return new Steps(failed, failure, clock.epochNanos());
  }

  /** Whether the steps have been carried out, or one of them failed. */
  public boolean isOver() {
    if (task == null || !task.isDone()) {
      return false;
    }
    if (steps == NOT_BEGUN && problem.isEmpty()) {
      try {
        steps = task.get();
        log.own(steps.failedEpochNanos(), "FAULT", Sites.FIRST, steps.failure());
        log.own(
            steps.promotedEpochNanos(),
            "PROMOTED",
            Sites.STANDBY,
            Text.nanos(steps.promotedEpochNanos() - steps.failedEpochNanos())
                + " after the failure");
      } catch (ExecutionException e) {
        problem =
            "the failover did not succeed: "
                + Text.message(Optional.ofNullable(e.getCause()).orElse(e));
      } catch (InterruptedException e) {
        throw new IllegalStateException("it is done", e);
      }
    }
    return true;
  }

  /** Why it did not succeed; empty if it did, or has not ended. */
  public Optional<String> problem() {
    return Optional.of(problem).filter(text -> !text.isEmpty());
  }

  /** Empty unless it has succeeded. */
  public Optional<Steps> steps() {
    return Optional.of(steps).filter(any -> any != NOT_BEGUN);
  }

  /** Growth of the standby's disk use from the start of the load to the failure. */
  public Optional<Long> diskBytes() {
    if (disk == null || !disk.isDone() || diskBefore.isEmpty()) {
      return Optional.empty();
    }
    try {
      OptionalLong now = disk.get();
      return now.isPresent()
          ? Optional.of(Math.max(0, now.getAsLong() - diskBefore.getAsLong()))
          : Optional.empty();
    } catch (ExecutionException | InterruptedException e) {
      return Optional.empty(); // An additional figure.
    }
  }

  /** When workers reported acknowledged messages: the intervals of their snapshots. */
  public static final class AcknowledgementTimes {
    private record Interval(long startEpochNanos, List<Published> published) {}

    private final List<Interval> intervals = new ArrayList<>();

    public void add(long startEpochNanos, List<Published> published) {
      if (!published.isEmpty()) {
        intervals.add(new Interval(startEpochNanos, published));
      }
    }

    /**
     * The start of the first interval in which one of the messages was acknowledged.
     *
     * @param messages by producer
     */
    public OptionalLong earliest(Map<Integer, Roaring64Bitmap> messages) {
      return intervals.stream()
          .filter(interval -> interval.published().stream().anyMatch(each -> has(each, messages)))
          .mapToLong(Interval::startEpochNanos)
          .min();
    }

    private static boolean has(Published published, Map<Integer, Roaring64Bitmap> messages) {
      Roaring64Bitmap of = messages.get(published.producer());
      return of != null && Roaring64Bitmap.intersects(of, published.acknowledged());
    }
  }
}
