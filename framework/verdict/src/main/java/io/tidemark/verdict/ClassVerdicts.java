package io.tidemark.verdict;

import io.tidemark.model.result.ClassResult;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The verdict on a run with traffic classes: each class is judged by all rules, and the total has
 * the worst of them. Of the total itself only its objectives are judged.
 */
final class ClassVerdicts {
  private ClassVerdicts() {}

  static Verdict total(List<ClassResult> classes, List<ObjectiveResult> ofTotal) {
    List<ObjectiveResult> objectives = new ArrayList<>(ofTotal);
    Status status = ofTotal.stream().allMatch(ObjectiveResult::met) ? Status.VALID : Status.FAILED;
    Map<FigureGroup, FigureValidity> figures = new EnumMap<>(FigureGroup.class);
    for (ClassResult each : classes) {
      Verdict verdict = each.verdict();
      status = worse(status, verdict.status());
      verdict.objectives().forEach(objective -> objectives.add(of(each.name(), objective)));
      verdict.figures().forEach((group, one) -> figures.merge(group, one, FigureValidity::and));
    }
    return new Verdict(status, findings(classes), objectives, figures);
  }

  private static Status worse(Status one, Status other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static ObjectiveResult of(String name, ObjectiveResult objective) {
    return new ObjectiveResult(
        "classes." + name + "." + objective.key(),
        objective.condition(),
        objective.actual(),
        objective.met(),
        objective.phase());
  }

  /** The worst first; what is equal in all classes once. */
  private static List<Finding> findings(List<ClassResult> classes) {
    Set<Finding> common = new LinkedHashSet<>(classes.get(0).verdict().findings());
    classes.forEach(each -> common.retainAll(each.verdict().findings()));
    List<Finding> all = new ArrayList<>(common);
    for (ClassResult each : classes) {
      each.verdict().findings().stream()
          .filter(finding -> !common.contains(finding))
          .map(
              finding ->
                  new Finding(
                      finding.severity(),
                      finding.code(),
                      "class " + each.name() + ": " + finding.message()))
          .forEach(all::add);
    }
    all.sort(Comparator.comparing(Finding::severity).reversed());
    return all;
  }
}
