package io.tidemark.coordinator.prepare;

import io.tidemark.base.Clock;
import io.tidemark.base.Deadline;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.Waiter;
import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.coordinator.fleet.Fleet.Manner;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.worker.AlteredProbe;
import io.tidemark.model.worker.ProbeReport;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Waits until the broker delivers messages: every producer's probe has been acknowledged, and every
 * subscription has received probes of every producer of its topic.
 */
final class Readiness {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CALL = Duration.ofSeconds(10);

  /** Time in which an unchanged probe may still arrive. */
  private static final Duration PATIENCE_WITH_CHANGED = Duration.ofSeconds(3);

  private static final Duration NOTE_AFTER = Duration.ofSeconds(3);
  private static final int SHOWN = 5;
  private static final int[] NO_PRODUCERS = {};

  private final Fleet fleet;
  private final Assignment assignment;
  private final Map<TopicHandle, int[]> producersByTopic;
  private final boolean subscribed;

  /** Whether topics and their names are new, so that only the run sends to them. */
  private final boolean ownTopics;

  private final Position position;
  private final Clock clock;
  private final Waiter waiter;
  private final StopSignal stop;
  private final RunListener listener;
  private boolean noted;

  /**
   * @param subscribed whether there are consumers yet; else acknowledgements must do
   */
  Readiness(RunEnvironment environment, Fleet fleet, Assignment assignment, boolean subscribed) {
    this.fleet = fleet;
    this.assignment = assignment;
    this.producersByTopic = assignment.producersByTopic();
    this.subscribed = subscribed;
    Workload workload = environment.plan().workload();
    this.ownTopics =
        !workload.destinations().areExisting() && workload.destinations().topicNames().isEmpty();
    this.position = workload.messages().envelope().position();
    this.clock = environment.clock();
    this.waiter = environment.waiter();
    this.stop = environment.stop();
    this.listener = environment.listener();
  }

  void await(Duration timeout) throws WorkerException, InterruptedException, RunFailedException {
    Deadline deadline = Deadline.in(timeout, clock);
    Deadline noteAfter = Deadline.in(NOTE_AFTER, clock);
    Optional<Deadline> changedLongEnough = Optional.empty();
    while (true) {
      fleet.require(Manner.TOGETHER, CALL, Fleet.order((index, worker) -> worker.probe()));
      waiter.until(clock.epochNanos() + POLL.toNanos(), stop);
      List<ProbeReport> states =
          fleet.require(Manner.TOGETHER_AGAIN, CALL, (index, worker) -> worker.probeStatus());
      String missing = missing(states);
      if (missing.isEmpty()) {
        return;
      }
      if (stop.requested()) {
        throw RunFailedException.stopped(stop, "interrupted while waiting: " + missing, null);
      }
      Optional<String> changed = changed(states);
      if (changed.isPresent() && changedLongEnough.isEmpty()) {
        changedLongEnough = Optional.of(Deadline.in(PATIENCE_WITH_CHANGED, clock));
      }
      if (changed.isPresent() && changedLongEnough.get().isOver()) {
        throw failed(changed.get());
      }
      String failures = failures(states);
      if (deadline.isOver()) {
        throw failed(
            "not ready after %s s (half of --step-timeout): %s%s%s"
                .formatted(timeout.toSeconds(), missing, failures, strangers(states)));
      }
      if (!failures.isEmpty() && !noted && noteAfter.isOver()) {
        noted = true;
        listener.note("not ready yet" + failures);
      }
    }
  }

  private static RunFailedException failed(String message) {
    return new RunFailedException(RunFailedException.Kind.INFRASTRUCTURE, message, null);
  }

  /** How driver or broker changed a probe; empty if unchanged. */
  private Optional<String> changed(List<ProbeReport> states) {
    return altered(states)
        .filter(probe -> ownTopics || probe.kind() != AlteredProbe.Kind.UNKNOWN)
        .min(Comparator.comparing(probe -> probe.kind() == AlteredProbe.Kind.UNKNOWN))
        .map(
            probe ->
                "probes arrive changed at %s: %s. %s"
                    .formatted(subscription(probe), probe.text(), advice(probe.kind())));
  }

  private String advice(AlteredProbe.Kind kind) {
    return switch (kind) {
      case TEXT -> "Set envelope: {form: text} in the workload, and send payloads of text";
      case BODY ->
          "Set delivery: counts in the workload: with full, each such message counts as corrupted";
      case STAMP ->
          ("Set envelope: {position: %s} and delivery: counts in the workload, with messages that"
                  + " have room for both, or envelope: {position: off}")
              .formatted(position == Position.TRAILER ? "prefix" : "trailer");
      case CHANGED, UNKNOWN ->
          "Driver and broker must deliver payloads unchanged; envelope: {position: off} measures"
              + " without stamps";
    };
  }

  /** Possibly a changed probe, or a foreign message. */
  private String strangers(List<ProbeReport> states) {
    return altered(states)
        .findFirst()
        .map(
            probe ->
                "; received instead of a probe at " + subscription(probe) + ": " + probe.text())
        .orElse("");
  }

  private static Stream<AlteredProbe> altered(List<ProbeReport> states) {
    return states.stream().flatMap(state -> state.altered().stream());
  }

  private String subscription(AlteredProbe probe) {
    return assignment.subscriptions().stream()
        .filter(subscription -> subscription.index() == probe.subscription())
        .findFirst()
        .map(Readiness::name)
        .orElse("subscription " + probe.subscription());
  }

  private static String name(SubscriptionHandle subscription) {
    return "subscription " + subscription.name() + " of topic " + subscription.topic().name();
  }

  private String missing(List<ProbeReport> states) {
    int acknowledged = states.stream().mapToInt(ProbeReport::acknowledged).sum();
    int producers = assignment.totalProducers();
    String probes =
        acknowledged + " of " + producers + " producers had a probe acknowledged by the broker";
    String silent = subscribed ? silent(states) : "";
    if (silent.isEmpty()) {
      return acknowledged >= producers ? "" : probes;
    }
    return silent + "; " + probes;
  }

  private String silent(List<ProbeReport> states) {
    Map<Integer, Set<Integer>> receivedFrom = new HashMap<>();
    Map<Integer, Integer> withoutStamp = new HashMap<>();
    for (ProbeReport state : states) {
      state
          .received()
          .forEach(
              (subscription, producers) ->
                  receivedFrom
                      .computeIfAbsent(subscription, key -> new HashSet<>())
                      .addAll(producers));
      state
          .withoutStamp()
          .forEach((index, count) -> withoutStamp.merge(index, count, Integer::sum));
    }
    StringBuilder text = new StringBuilder();
    int silent = 0;
    for (SubscriptionHandle subscription : assignment.subscriptions()) {
      Set<Integer> from = receivedFrom.getOrDefault(subscription.index(), Set.of());
      List<Integer> lacking =
          Arrays.stream(producersByTopic.getOrDefault(subscription.topic(), NO_PRODUCERS))
              .filter(producer -> !from.contains(producer))
              .boxed()
              .toList();
      boolean enough = withoutStamp.getOrDefault(subscription.index(), 0) >= lacking.size();
      if (!lacking.isEmpty() && !enough && silent++ < SHOWN) {
        text.append(text.isEmpty() ? "" : "; ").append(describe(subscription, lacking));
      }
    }
    return text + (silent > SHOWN ? "; and " + (silent - SHOWN) + " more" : "");
  }

  private static String describe(SubscriptionHandle subscription, List<Integer> lacking) {
    String which = lacking.stream().limit(SHOWN).map(String::valueOf).toList().toString();
    String more = lacking.size() > SHOWN ? " and " + (lacking.size() - SHOWN) + " more" : "";
    return name(subscription) + " has no probe from producers " + which + more;
  }

  private static String failures(List<ProbeReport> states) {
    List<String> failures = states.stream().flatMap(s -> s.failures().stream()).limit(3).toList();
    return failures.isEmpty() ? "" : "; why: " + String.join("; ", failures);
  }
}
