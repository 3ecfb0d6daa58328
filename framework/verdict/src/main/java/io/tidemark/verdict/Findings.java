package io.tidemark.verdict;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.verdict.FigureUse.Damage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects findings. */
final class Findings {
  private final List<Noted> all = new ArrayList<>();

  /** A finding, and what its cause can have changed. */
  private record Noted(Severity severity, Found found, Damage damage) {}

  void remark(Found found) {
    add(Severity.REMARK, found, Damage.NONE);
  }

  /** A remark on figures that must not be used. */
  void remarkDamage(Found found) {
    add(Severity.REMARK, found, Damage.unknown(found));
  }

  /** Shown at the top of the summary; does not change the status. */
  void warns(Found found) {
    add(Severity.WARNS, found, Damage.NONE);
  }

  /** The system under test was not good enough; the results are valid. */
  void fails(Found found) {
    add(Severity.FAILS, found, Damage.NONE);
  }

  /** All figures of its type can have any error. */
  void invalidates(Found found) {
    invalidates(found, Damage.unknown(found));
  }

  void invalidates(Found found, Damage damage) {
    add(Severity.INVALIDATES, found, damage);
  }

  void aborts(Found found) {
    add(Severity.ABORTS, found, Damage.unknown(found));
  }

  private void add(Severity severity, Found found, Damage damage) {
    Found.Type type = Found.type(found.getClass());
    assert Arrays.asList(type.as()).contains(severity) : found + " " + severity;
    assert type.damages().groups().containsAll(damage.errors().keySet()) : found + " " + damage;
    all.add(new Noted(severity, found, damage));
  }

  /** Marks rates as damaged by the causes that have changed latencies. */
  void damageRates() {
    all.replaceAll(
        each ->
            Found.type(each.found.getClass()).damages().groups().contains(FigureGroup.RATES)
                    && each.damage.errors().containsKey(FigureGroup.PUBLISH_LATENCY)
                ? new Noted(
                    each.severity,
                    each.found,
                    each.damage.and(FigureGroup.RATES, FigureError.UNKNOWN))
                : each);
  }

  boolean any(Class<? extends Found> type) {
    return all.stream().anyMatch(each -> type.isInstance(each.found));
  }

  /** The worst first. Where a cause changed no figure in use, it is a warning. */
  List<Finding> sorted(FigureUse use) {
    return all.stream()
        .map(
            each ->
                each.found.finding(
                    each.severity == Severity.INVALIDATES && !use.isDamagedBy(each.damage)
                        ? Severity.WARNS
                        : each.severity))
        .sorted(Comparator.comparing(Finding::severity).reversed())
        .toList();
  }

  /** The validity of each group. */
  Map<FigureGroup, FigureValidity> figures(FigureUse use) {
    Map<FigureGroup, FigureValidity> figures = new EnumMap<>(FigureGroup.class);
    use.measured().forEach(group -> figures.put(group, FigureValidity.GOOD));
    for (Noted each : all) {
      List<String> code = List.of(Found.code(each.found.getClass()));
      each.damage
          .errors()
          .forEach(
              (group, error) ->
                  figures.computeIfPresent(
                      group,
                      (key, validity) ->
                          validity.and(FigureValidity.of(use.usable(group, error), code, error))));
    }
    return figures;
  }
}
