package io.tidemark.simulation.oracle;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.RunResult.ClassResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.workload.Workload;
import io.tidemark.simulation.plan.SeedPlan;
import io.tidemark.simulation.plan.TrafficPlan;
import io.tidemark.simulation.world.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Compares each class of a complete run with the messages of its workers. */
final class ClassOracle {
  private final SeedPlan plan;
  private final Workload workload;
  private final SimulatedWorld world;
  private final RunResult total;
  private final List<String> problems = new ArrayList<>();

  ClassOracle(SeedPlan plan, Workload workload, SimulatedWorld world, RunResult total) {
    this.plan = plan;
    this.workload = workload;
    this.world = world;
    this.total = total;
  }

  /** What is wrong with the classes. */
  List<String> problems() {
    List<ClassResult> classes = total.classes();
    if (!classes.stream().map(ClassResult::name).toList().equals(TrafficPlan.NAMES)) {
      return List.of("the result has the classes " + classes);
    }
    for (int i = 0; i < classes.size(); i++) {
      String name = TrafficPlan.NAMES.get(i);
      Ledger ledger = ledger(world, i);
      RunResult run = classes.get(i).run().orElseThrow();
      Discrepancies ofClass = new Discrepancies();
      new CountOracle(run, ledger, ofClass).exact();
      ofClass.addAll(new FlowOracle(plan.ofClass(i), plan.testMillis(), run, ledger).problems());
      if (!plan.isStopped()) {
        new DrainOracle(workload, run, ledger).problem().ifPresent(ofClass::add);
      }
      ofClass.all().forEach(each -> problems.add("class " + name + ": " + each));
    }
    List<Long> ofClasses =
        classes.stream().flatMap(each -> threadNanos(each.run().orElseThrow())).toList();
    List<Long> ofTotal = threadNanos(total).toList();
    if (damages(total).isEmpty() && !ofTotal.equals(ofClasses)) {
      problems.add("load threads ran " + ofClasses + " ns, by the total " + ofTotal);
    }
    for (Counter counter : Counter.values()) {
      long sum =
          classes.stream().mapToLong(each -> each.run().orElseThrow().counts().get(counter)).sum();
      boolean isSum = counter.merge(1, 1) == 2;
      if (isSum && sum != total.counts().get(counter)) {
        problems.add(
            counter + " of all classes is " + sum + ", of the run " + total.counts().get(counter));
      }
    }
    return problems;
  }

  /** What could not be written, of the total and of its classes. */
  static List<String> damages(RunResult total) {
    return Stream.concat(
            Stream.of(total), total.classes().stream().map(each -> each.run().orElseThrow()))
        .flatMap(each -> each.verdictInputs().damages().stream())
        .toList();
  }

  /** How long the load threads of each worker ran. */
  private static Stream<Long> threadNanos(RunResult run) {
    return IntStream.range(0, run.workers().size())
        .mapToObj(
            i ->
                run.samples().stream()
                    .mapToLong(each -> each.hosts().get(i).loadThreads().threadNanos())
                    .sum());
  }

  private static Ledger ledger(SimulatedWorld world, int index) {
    return new Ledger(
        world,
        world.broker().messages().stream()
            .filter(each -> TrafficPlan.ofWorker(each.worker()) == index)
            .toList(),
        0,
        Long.MAX_VALUE);
  }

  /** The ledger of all classes. */
  static final class TotalLedger extends Ledger {
    TotalLedger(SimulatedWorld world) {
      super(world);
    }

    /** What one class has received beyond its messages is not missing in another. */
    @Override
    long backlog(boolean begin) {
      return IntStream.range(0, TrafficPlan.NAMES.size())
          .mapToLong(i -> ledger(world, i).backlog(begin))
          .sum();
    }
  }
}
