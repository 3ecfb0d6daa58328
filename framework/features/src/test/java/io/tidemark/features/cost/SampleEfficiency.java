package io.tidemark.features.cost;

import io.tidemark.features.cost.Efficiency.Figure;
import io.tidemark.features.cost.Efficiency.IdleBaseline;
import io.tidemark.features.cost.Efficiency.Use;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.SampleRuns;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run that knows what broker and clients used. */
public final class SampleEfficiency {
  private SampleEfficiency() {}

  /** The sample run with an idle baseline of 10 s. */
  public static RunResult run(double brokerCpu) {
    return SampleRuns.sample().with(Efficiency.PART, Optional.of(of(brokerCpu)));
  }

  private static Efficiency of(double brokerCpu) {
    return new Efficiency(
        Optional.of(
            new IdleBaseline(
                10,
                Optional.of(0.051),
                Optional.of(0.012),
                Optional.of(4_000.0),
                Optional.empty(),
                Optional.of(1.2e9),
                Optional.empty())),
        use("all measured phases", brokerCpu),
        List.of(use("test", brokerCpu)));
  }

  private static Use use(String phase, double brokerCpu) {
    Map<String, Figure> figures = new LinkedHashMap<>();
    String processes = "processes of the nodes (/proc)";
    put(figures, CostFigure.BROKER_CPU_PER_MESSAGES, brokerCpu, 5.1, processes);
    put(figures, CostFigure.BROKER_CPU_PER_GIGABYTE, brokerCpu / 1.024, 4.98, processes);
    put(figures, CostFigure.CLIENT_CPU_PER_MESSAGES, 31.25, 1.2, "processes of the workers");
    put(figures, CostFigure.DISK_PER_MESSAGES, 3_141, 0.4, processes);
    put(figures, CostFigure.DISK_AMPLIFICATION, 3.067, 0.0004, processes);
    figures.put(CostFigure.MEMORY_PER_QUEUE.key(), new Figure(412.4, Optional.empty(), processes));
    Map<String, String> missing = new LinkedHashMap<>();
    for (CostFigure each : CostFigure.ofEfficiency()) {
      if (!figures.containsKey(each.key())) {
        missing.put(each.key(), "no counter of it");
      }
    }
    return new Use(phase, 20, 200_000, 204_800_000, 204_800_000, figures, missing);
  }

  private static void put(
      Map<String, Figure> figures, CostFigure of, double value, double idle, String source) {
    figures.put(of.key(), new Figure(value, Optional.of(idle), source));
  }
}
