package io.tidemark.features.cost;

import io.tidemark.features.cost.SeriesUse.Span;
import io.tidemark.features.cost.UsedResource.Source;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the nodes of a broker used in some spans of time, from its telemetry. */
final class BrokerUse {
  /** Readings must cover this part of a span. */
  private static final double LEAST_COVERED = 0.9;

  private final Map<String, Source> sourceOf = new HashMap<>();
  private final Map<Source, Map<String, SeriesUse>> series = new LinkedHashMap<>();

  /**
   * What was used in a span.
   *
   * @param perSecond by all nodes together
   */
  record Used(double perSecond, String source) {}

  /**
   * Reads the telemetry once.
   *
   * @param spans in order, without overlap
   */
  BrokerUse(Span[] spans, Iterable<TelemetrySample> telemetry) {
    for (UsedResource resource : UsedResource.values()) {
      for (Source source : resource.sources()) {
        source.names().forEach(name -> sourceOf.put(name, source));
      }
    }
    for (TelemetrySample each : telemetry) {
      Source source = sourceOf.get(each.name());
      if (source != null) {
        series
            .computeIfAbsent(source, any -> new LinkedHashMap<>())
            .computeIfAbsent(
                each.name() + " " + each.subject(), any -> new SeriesUse(source.form(), spans))
            .add(each.epochNanos(), each.value());
      }
    }
  }

  /** What was used of a resource; empty if no source covers the span. */
  Optional<Used> used(UsedResource resource, int span) {
    return resource.sources().stream()
        .filter(source -> covered(source, span) >= LEAST_COVERED)
        .findFirst()
        .map(
            source ->
                new Used(
                    all(source).stream().mapToDouble(each -> each.perSecond(span)).sum(),
                    source.text()));
  }

  /** Why {@link #used} is empty. */
  String missing(UsedResource resource, int span) {
    List<Source> there = resource.sources().stream().filter(series::containsKey).toList();
    return there.isEmpty()
        ? resource.missing()
        : String.format(
            Locale.ROOT,
            "the telemetry %s covers %.0f %% of the phase; %.0f %% are required",
            there.get(0).names().get(0),
            Math.floor(100 * covered(there.get(0), span)),
            100 * LEAST_COVERED);
  }

  /** Returns the smallest share that one of the series covers. */
  private double covered(Source source, int span) {
    return all(source).stream().mapToDouble(each -> each.covered(span)).min().orElse(0);
  }

  private Collection<SeriesUse> all(Source source) {
    return series.getOrDefault(source, Map.of()).values();
  }
}
