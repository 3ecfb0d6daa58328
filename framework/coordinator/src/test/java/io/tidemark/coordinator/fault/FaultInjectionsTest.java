package io.tidemark.coordinator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultInjector.Undo;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultSpec.UpgradeKeys;
import io.tidemark.model.fault.FaultSpecBuilder;
import io.tidemark.model.fault.FaultTarget;
import io.tidemark.model.fault.FaultTrigger;
import io.tidemark.model.fault.FaultTrigger.At;
import io.tidemark.model.fault.FaultTrigger.Quantity;
import io.tidemark.model.fault.FaultTrigger.When;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.RunEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** On a clock that the test moves, with injections that take no time. */
class FaultInjectionsTest {
  private static final long SECOND = 1_000_000_000L;

  private final List<String> done = new ArrayList<>();
  private final List<RunEvent> events = new ArrayList<>();
  private long now = 100 * SECOND;
  private boolean broken;
  private boolean byItself;
  private List<Integer> running = List.of(1, 2, 3);

  private final FaultInjector injector =
      new FaultInjector() {
        @Override
        public List<Integer> running() {
          return running;
        }

        @Override
        public List<Integer> nodes() {
          return List.of(1, 2, 3);
        }

        @Override
        public List<String> workers() {
          return List.of("w1", "w2", "w3");
        }

        @Override
        public OptionalInt numberOf(String driversName) {
          return OptionalInt.of(Integer.parseInt(driversName.replace("node-", "")));
        }

        @Override
        public Undo inject(FaultSpec fault, List<Integer> nodes) throws FaultException {
          if (broken) {
            throw new FaultException("no such process");
          }
          done.add(fault.name() + " on " + nodes);
          Runnable undo = () -> done.add("undo " + fault.name());
          if (fault.kind() == FaultKind.ROLLING_UPGRADE) {
            return new Upgraded("pod-1: 4.2 to 4.3");
          }
          return byItself ? new ByItself(undo) : undo::run;
        }

        @Override
        public String nameOf(int node) {
          return byItself ? "pod-" + node : "";
        }
      };

  private record Upgraded(String changed) implements Undo {
    @Override
    public void undo() {
      throw new IllegalStateException("there is nothing to undo");
    }
  }

  private record ByItself(Runnable undone) implements Undo {
    @Override
    public void undo() {
      undone.run();
    }

    @Override
    public boolean happensByItself() {
      return true;
    }
  }

  private static FaultSpec fault(
      String name, FaultTrigger trigger, String target, String duration) {
    return fault(name, trigger, FaultTarget.parse(target).orElseThrow(), duration);
  }

  private static FaultSpec fault(
      String name, FaultTrigger trigger, FaultTarget target, String duration) {
    return timed(trigger)
        .name(name)
        .kill(Optional.of(target))
        .duration(Optional.of(duration).filter(text -> !text.isEmpty()).map(Duration::parse))
        .build();
  }

  private static FaultSpecBuilder timed(FaultTrigger trigger) {
    FaultSpecBuilder fault = Grammar.defaults(FaultSpec.class).with();
    return trigger instanceof At at
        ? fault.at(Optional.of(at.after())).phase(at.phase())
        : fault.when(Optional.of((When) trigger));
  }

  private static FaultSpec leaderOf(String name, double seconds, String names) {
    return fault(name, at(seconds), FaultTarget.leaderOf(names), "");
  }

  private static FaultTrigger at(double seconds) {
    return new At(Optional.empty(), Duration.ofNanos((long) (seconds * SECOND)));
  }

  private FaultInjections run(long seed, FaultSpec... faults) {
    return new FaultInjections(
        List.of(faults), injector, Runnable::run, () -> now, seed, events::add);
  }

  /** Faults of a test that begins at the 100th second. */
  private FaultInjections begun(FaultSpec... faults) {
    FaultInjections run = run(1, faults);
    run.begins("test", 100 * SECOND);
    return run;
  }

  private void look(FaultInjections run, double seconds, long backlog) {
    now = (long) ((100 + seconds) * SECOND);
    run.look(backlog, 0);
  }

  @Test
  void aFaultIsInjectedAtItsTimeAndUndoneAfterItsDuration() {
    FaultInjections run = run(1, fault("f", at(3), "2", "PT2S"));
    look(run, 0, 0);
    assertThat(run.nextNanos()).isEqualTo(Long.MAX_VALUE);
    run.begins("test", 101 * SECOND);
    assertThat(run.nextNanos()).isEqualTo(104 * SECOND);
    look(run, 3.9, 0);
    assertThat(done).isEmpty();
    look(run, 4, 0);
    assertThat(done).containsExactly("f on [2]");
    assertThat(run.nextNanos()).isEqualTo(106 * SECOND);
    look(run, 5.9, 0);
    assertThat(done).hasSize(1);
    look(run, 6, 0);
    assertThat(done).containsExactly("f on [2]", "undo f");
    look(run, 20, 0);
    assertThat(done).hasSize(2);
    FaultReport report = run.reports().get(0);
    assertThat(report.injectedMicros()).isEqualTo(104_000_000);
    assertThat(report.undoneMicros()).contains(106_000_000L);
    assertThat(report.phase()).isEqualTo("test");
    assertThat(events).extracting(RunEvent::kind).containsExactly("FAULT_INJECTED", "FAULT_UNDONE");
  }

  @Test
  void whatIsUndoneByItselfIsAwaitedAtOnceOrAfterItsDuration() {
    byItself = true;
    FaultInjections run = begun(fault("f", at(1), "2", ""), fault("g", at(1), "3", "PT2S"));
    look(run, 1, 0);
    assertThat(done).containsExactly("f on [2]", "undo f", "g on [3]");
    assertThat(events.get(0).detail()).isEqualTo("kill 2 (node 2 pod-2)");
    look(run, 3, 0);
    assertThat(done).hasSize(4).last().isEqualTo("undo g");
  }

  @Test
  void anUpgradeIsNotUndoneAndSaysWhatItHasChanged() {
    FaultSpec upgrade =
        timed(at(1))
            .name("up")
            .rollingUpgrade(Optional.of(new UpgradeKeys("4.3", Optional.empty())))
            .build();
    FaultInjections run = begun(upgrade);
    look(run, 1, 0);
    run.finish(Duration.ZERO);
    assertThat(done).containsExactly("up on [1, 2, 3]");
    assertThat(events)
        .extracting(RunEvent::kind, RunEvent::detail)
        .containsExactly(
            tuple("FAULT_INJECTED", "rollingUpgrade to 4.3 (nodes 1, 2, 3)"),
            tuple("NODES_UPGRADED", "pod-1: 4.2 to 4.3"));
    assertThat(run.reports().get(0).problem()).isEmpty();
  }

  @Test
  void theTimeMayCountFromAPhase() {
    FaultInjections run =
        run(1, fault("f", new At(Optional.of("high"), Duration.ofSeconds(1)), "1", ""));
    run.begins("low", 100 * SECOND);
    look(run, 50, 0);
    assertThat(done).isEmpty();
    run.begins("high", 150 * SECOND);
    look(run, 51, 0);
    assertThat(done).containsExactly("f on [1]");
    assertThat(run.reports().get(0).phase()).isEqualTo("high");
  }

  @Test
  void aConditionInjectsOnceAndOnlyInTheMeasuredTime() {
    When when = new When(Quantity.BACKLOG, true, 1_000, "backlog > 1000");
    FaultInjections run = run(1, fault("f", when, "1", ""));
    look(run, 1, 5_000);
    assertThat(done).isEmpty();
    run.begins("test", 102 * SECOND);
    look(run, 3, 1_000);
    assertThat(done).isEmpty();
    look(run, 4, 1_001);
    look(run, 5, 9_000);
    assertThat(done).containsExactly("f on [1]");
  }

  @Test
  void aConditionMayBeAboutMessagesInFlightOrALowBacklog() {
    When busy = new When(Quantity.IN_FLIGHT, true, 50, "inFlight > 50");
    When calm = new When(Quantity.BACKLOG, false, 10, "backlog < 10");
    FaultInjections run = begun(fault("busy", busy, "1", ""), fault("calm", calm, "2", ""));
    run.look(1_000, 50);
    assertThat(done).isEmpty();
    run.look(1_000, 51);
    assertThat(done).containsExactly("busy on [1]");
    run.look(10, 0);
    assertThat(done).hasSize(1);
    run.look(9, 0);
    assertThat(done).containsExactly("busy on [1]", "calm on [2]");
  }

  @Test
  void aConditionThatNeverHeldIsReported() {
    When when = new When(Quantity.BACKLOG, true, 1_000, "backlog > 1000");
    FaultInjections run = begun(fault("f", when, "1", ""));
    run.finish(Duration.ofSeconds(1));
    assertThat(run.reports().get(0).problem()).contains("backlog > 1000 never held");
    look(run, 5, 9_000);
    assertThat(done).isEmpty();
  }

  @Test
  void theLeaderOfNamedQueuesIsTheOneOfThemAlone() {
    FaultInjections run =
        begun(
            leaderOf("one", 1, "orders-1"),
            leaderOf("some", 2, "orders-*"),
            leaderOf("none", 3, "order"));
    run.leaders(Map.of("orders-1", "node-3", "orders-2", "node-2", "orders-3", "node-2"));
    look(run, 1, 0);
    look(run, 2, 0);
    look(run, 3, 0);
    assertThat(done).containsExactly("one on [3]", "some on [2]");
    assertThat(run.reports().get(0).action()).hasToString("kill leader of orders-1");
    assertThat(run.reports().get(2).problem())
        .startsWith("not injected")
        .endsWith("leader of order");
  }

  @Test
  void theLeaderIsTheRunningNodeThatLeadsMost() {
    FaultInjections run = begun(fault("f", at(5), "leader", ""));
    assertThat(run.wantsLeaders()).isTrue();
    run.leaders(Map.of("a", "node-3", "b", "node-2", "c", "node-2", "d", "node-3", "e", "node-3"));
    assertThat(run.wantsLeaders()).isFalse();
    running = List.of(1, 2);
    look(run, 5, 0);
    assertThat(done).containsExactly("f on [2]");
    run.leaders(Map.of("a", "node-3", "b", "node-3"));
    now += 2 * SECOND;
    run.leaders(Map.of("a", "node-3", "b", "node-3", "c", "node-1"));
    assertThat(run.leaderChanges(104 * SECOND, 110 * SECOND)).contains(2L);
    assertThat(events.get(events.size() - 1).detail()).isEqualTo("1 from node-2 to node-1");
  }

  @Test
  void withoutAKnownLeaderTheFaultFails() {
    FaultInjections run = begun(fault("f", at(1), "leader", ""));
    look(run, 1, 0);
    look(run, 2, 0);
    assertThat(done).isEmpty();
    assertThat(run.reports().get(0).problem()).contains("no node that runs is known as leader");
    assertThat(events).extracting(RunEvent::kind).contains("FAULT_FAILED");
  }

  @Test
  void aRandomNodeIsChosenWithTheSeed() {
    List<String> choices = new ArrayList<>();
    for (long seed = 1; seed <= 20; seed++) {
      for (int again = 0; again < 2; again++) {
        FaultInjections run = run(seed, fault("f", at(1), "random", ""));
        run.begins("test", 100 * SECOND);
        look(run, 1, 0);
      }
      assertThat(done.get(0)).isEqualTo(done.get(1));
      choices.add(done.get(0));
      done.clear();
    }
    assertThat(choices).contains("f on [1]", "f on [2]", "f on [3]");
  }

  @Test
  void killedWorkersAreNotChosenAgainNorUndone() {
    FaultSpec[] faults =
        IntStream.rangeClosed(1, 4)
            .mapToObj(number -> fault("f" + number, at(number), "worker", ""))
            .toArray(FaultSpec[]::new);
    FaultInjections run = begun(faults);
    for (int second = 1; second <= 5; second++) {
      look(run, second, 0);
    }
    run.finish(Duration.ofSeconds(1));
    List<FaultReport> reports = run.reports();
    assertThat(reports.subList(0, 3))
        .flatExtracting(FaultReport::workers)
        .containsExactlyInAnyOrder("w1", "w2", "w3");
    assertThat(reports).allSatisfy(report -> assertThat(report.nodes()).isEmpty());
    assertThat(reports.get(3).problem()).contains("no such worker is left");
    assertThat(done).hasSize(3).noneMatch(each -> each.startsWith("undo"));
  }
}
