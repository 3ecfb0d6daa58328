package io.tidemark.simulation.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Texts of a plan: its workload file, and a few lines for those who read about a failing seed. */
final class PlanScript {
  private PlanScript() {}

  static List<String> of(SeedPlan plan) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%d workers%s, %d topics x %d partitions, %d producers, %d x %d consumers, %d msg/s,"
                + " warm-up %d ms, test %d ms, samples of %d ms",
            plan.workers(),
            plan.aheadMicros().isEmpty() ? "" : " with own clocks",
            plan.topics(),
            plan.partitions(),
            plan.producers(),
            plan.subscriptions(),
            plan.consumers(),
            plan.rate(),
            plan.warmUpMillis(),
            plan.testMillis(),
            plan.sampleMillis()));
    plan.ofWorkload().all().forEach(fault -> lines.add(fault.toString()));
    if (plan.sites().two()) {
      lines.add(plan.sites().toString());
    }
    if (!plan.requests().isEmpty()) {
      lines.add(plan.requests().toString());
    }
    if (!plan.second().isEmpty()) {
      lines.add(plan.second().toString());
    }
    if (!plan.refusals().isEmpty()) {
      lines.add(plan.refusals().toString());
    }
    if (!plan.priorities().isEmpty()) {
      lines.add(plan.priorities().toString());
    }
    if (plan.sockets().used()) {
      lines.add(plan.sockets().toString());
    }
    if (!plan.driver().isEmpty()) {
      lines.add(plan.driver().toString());
    }
    plan.parts().stream()
        .filter(part -> part.least() == 0 && part.size() > 0 && !part.name().startsWith("event"))
        .filter(part -> !part.name().equals("warmUp"))
        .map(part -> part.whole() ? part.name() : part.name() + "=" + part.size())
        .reduce((before, next) -> before + ", " + next)
        .ifPresent(all -> lines.add("with " + all));
    plan.events().forEach(event -> lines.add(event.toString()));
    return lines;
  }

  /** The workload file without faults and sites. */
  static String workload(SeedPlan plan, int testMillis, int sampleMillis) {
    return (plan.requests().isEmpty()
            ? messages(plan)
            : plan.requests().yaml(plan.rate(), plan.partitions()))
        + String.format(
            Locale.ROOT,
            """
            warmupDuration: %dms
            testDuration: %dms
            sampleInterval: %dms
            drainTimeout: 5s
            """,
            plan.sites().two() ? 0 : plan.warmUpMillis(),
            testMillis,
            sampleMillis);
  }

  private static String messages(SeedPlan plan) {
    if (plan.second().isEmpty()) {
      return plan.first().yaml("", plan.partitions());
    }
    return "classes:\n"
        + ofClass(TrafficPlan.NAMES.get(0), plan.first(), plan.partitions())
        + ofClass(TrafficPlan.NAMES.get(1), plan.second(), plan.partitions());
  }

  private static String ofClass(String name, TrafficPlan traffic, int partitions) {
    return "  - name: " + name + "\n" + traffic.yaml("    ", partitions);
  }
}
