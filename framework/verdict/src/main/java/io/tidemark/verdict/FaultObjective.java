package io.tidemark.verdict;

import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FaultReport.Effect;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Evaluates objectives of faults: the worst fault counts. */
final class FaultObjective {
  private static final double NANOS = 1e9;

  private FaultObjective() {}

  /**
   * @param faults that it is about; without any the objective is missed
   */
  static ObjectiveResult judge(Objective objective, List<FaultReport> faults) {
    Function<Effect, Optional<Double>> effect =
        MetricNames.of(objective).effect().orElseThrow(); // Others are judged elsewhere.
    List<String> texts = new ArrayList<>();
    boolean met = !faults.isEmpty();
    for (FaultReport fault : faults) {
      Optional<Double> value =
          fault.effect().flatMap(effect).map(known -> inUnitOf(objective, known));
      boolean holds =
          value.filter(known -> objective.comparison().holds(known, objective.limit())).isPresent();
      met &= holds;
      texts.add(
          fault.name()
              + ": "
              + value.map(known -> text(objective, known)).orElse(missing(objective, fault)));
    }
    return new ObjectiveResult(
        objective.key(),
        objective.condition(),
        texts.isEmpty() ? ObjectiveResult.NOT_MEASURED : String.join(", ", texts),
        met);
  }

  private static double inUnitOf(Objective objective, double value) {
    return isTime(objective) ? value * NANOS : value;
  }

  private static boolean isTime(Objective objective) {
    return objective.unit() == Unit.NANOSECONDS;
  }

  private static String text(Objective objective, double value) {
    return isTime(objective) ? Text.nanos(value) : Text.percent(value, objective.limit());
  }

  private static String missing(Objective objective, FaultReport fault) {
    boolean outlasts = fault.effect().filter(Effect::outlastsLoad).isPresent();
    List<String> overlaps = fault.effect().map(Effect::overlaps).orElse(List.of());
    if (!overlaps.isEmpty()) {
      return "not known, overlaps with " + String.join(", ", overlaps);
    }
    if (isTime(objective)) {
      return outlasts ? "not recovered when the load ended, in effect until then" : "not recovered";
    }
    return outlasts
        ? ObjectiveResult.NOT_MEASURED + ", in effect until the load ended"
        : ObjectiveResult.NOT_MEASURED;
  }
}
