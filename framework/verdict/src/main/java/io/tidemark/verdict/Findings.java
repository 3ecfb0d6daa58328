package io.tidemark.verdict;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.yaml.DriverSecrets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects findings. */
final class Findings {
  private final List<Found> found = new ArrayList<>();

  /** A finding, and what its cause can have changed. */
  private record Found(Severity severity, FindingCode code, String message, Damage damage) {
    Finding as(Severity other) {
      return new Finding(other, code.key(), message);
    }
  }

  void remark(FindingCode code, String message) {
    add(Severity.REMARK, code, message, Damage.NONE);
  }

  /** A remark on figures that must not be used. */
  void remarkDamage(FindingCode code, String message) {
    add(Severity.REMARK, code, message, Damage.unknown(code.damages()));
  }

  /** Shown at the top of the summary; does not change the status. */
  void warns(FindingCode code, String message) {
    add(Severity.WARNS, code, message, Damage.NONE);
  }

  /** The system under test was not good enough; the results are valid. */
  void fails(FindingCode code, String message) {
    add(Severity.FAILS, code, message, Damage.NONE);
  }

  /** All figures of its code can have any error. */
  void invalidates(FindingCode code, String message) {
    invalidates(code, message, Damage.unknown(code.damages()));
  }

  void invalidates(FindingCode code, String message, Damage damage) {
    add(Severity.INVALIDATES, code, message, damage);
  }

  void aborts(FindingCode code, String message) {
    add(Severity.ABORTS, code, message, Damage.unknown(code.damages()));
  }

  private void add(Severity severity, FindingCode code, String message, Damage damage) {
    assert code.severities().contains(severity) : code + " " + severity;
    assert code.damages().containsAll(damage.errors().keySet()) : code + " " + damage;
    // Names of topics and texts of drivers may have passwords in them.
    found.add(new Found(severity, code, DriverSecrets.masked(message), damage));
  }

  /** Of the causes that have changed latencies, rates are changed too. */
  void damageRates() {
    found.replaceAll(
        each ->
            each.code.damages().contains(FigureGroup.RATES)
                    && each.damage.errors().containsKey(FigureGroup.PUBLISH_LATENCY)
                ? new Found(
                    each.severity,
                    each.code,
                    each.message,
                    each.damage.and(FigureGroup.RATES, FigureError.UNKNOWN))
                : each);
  }

  boolean any(FindingCode code) {
    return found.stream().anyMatch(each -> each.code == code);
  }

  /** The worst first. Where a cause changed no figure in use, it is a warning. */
  List<Finding> sorted(FigureUse use) {
    return found.stream()
        .map(
            each ->
                each.severity == Severity.INVALIDATES && !use.isDamagedBy(each.damage)
                    ? each.as(Severity.WARNS)
                    : each.as(each.severity))
        .sorted(Comparator.comparing(Finding::severity).reversed())
        .toList();
  }

  /** The validity of each group. */
  Map<FigureGroup, FigureValidity> figures(FigureUse use) {
    Map<FigureGroup, FigureValidity> figures = new EnumMap<>(FigureGroup.class);
    use.measured().forEach(group -> figures.put(group, FigureValidity.GOOD));
    for (Found each : found) {
      each.damage
          .errors()
          .forEach(
              (group, error) ->
                  figures.computeIfPresent(
                      group,
                      (key, validity) ->
                          validity.and(
                              FigureValidity.of(
                                  use.usable(group, error), List.of(each.code.key()), error))));
    }
    return figures;
  }
}
