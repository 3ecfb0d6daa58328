package io.tidemark.simulation.oracle;

import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.world.SimulatedWorld;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares a run of a study, as it is stored, with the messages on its topics. */
final class StudyRunOracle {
  /** Between the end of the last phase and that of the run, at least. */
  private static final long SOON_NANOS = 1_000_000;

  private final SeedPlan plan;
  private final SimulatedWorld world;
  private final RunResult result;

  StudyRunOracle(SeedPlan plan, SimulatedWorld world, RunResult result) {
    this.plan = plan;
    this.world = world;
    this.result = result;
  }

  /** What is wrong with its counts and latencies. */
  List<String> problems(int testMillis) {
    Ledger all = new Ledger(world);
    long begin = all.nanos(result.phases().get(0).startEpochNanos());
    PhaseResult last = result.phases().get(result.phases().size() - 1);
    OptionalLong end = finishedNanos(all.nanos(last.startEpochNanos() + last.lengthNanos()));
    if (end.isEmpty()) {
      return List.of();
    }
    Set<String> topics =
        result.delivery().subscriptions().stream()
            .map(SubscriptionDelivery::topic)
            .collect(Collectors.toSet());
    Ledger ledger =
        new Ledger(
            world,
            all.messages().stream().filter(each -> topics.contains(each.topic())).toList(),
            begin,
            end.getAsLong());
    Discrepancies problems = new Discrepancies();
    CountOracle counts = new CountOracle(result, ledger, problems);
    counts.atMost();
    if (counts.isWhole(plan)) {
      counts.exact();
      problems.addAll(new FlowOracle(plan, testMillis, result, ledger).problems());
    }
    return problems.all();
  }

  /** When the first worker was asked to finish. */
  private OptionalLong finishedNanos(long afterNanos) {
    return world.workers().stream()
        .flatMap(host -> world.network().served(host.port(), "finish").stream())
        .mapToLong(span -> span.beginNanos())
        .filter(nanos -> nanos >= afterNanos - SOON_NANOS)
        .min();
  }
}
