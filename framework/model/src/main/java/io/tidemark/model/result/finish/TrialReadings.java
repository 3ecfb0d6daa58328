package io.tidemark.model.result.finish;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.TrialTelemetry;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The telemetry of a run, by the trials of its search. */
final class TrialReadings {
  private TrialReadings() {}

  /** A trial, and its readings by name. */
  private record Readings(long endEpochMicros, String phase, Map<String, Sum> byName) {}

  private static final class Sum {
    private long readings;
    private double total;
    private TelemetrySample highest;

    Sum(TelemetrySample first) {
      highest = first;
    }

    void add(TelemetrySample sample) {
      readings++;
      total += sample.value();
      highest = sample.value() > highest.value() ? sample : highest;
    }
  }

  /** By the name of the trial's phase, in order of their names. Reads the telemetry once. */
  static Map<String, List<TrialTelemetry>> of(
      List<PhaseResult> trials, Iterable<TelemetrySample> telemetry) {
    NavigableMap<Long, Readings> byStart = new TreeMap<>();
    for (PhaseResult trial : trials) {
      long end = trial.startEpochMicros() + Math.round(trial.lengthSeconds() * 1e6);
      byStart.put(trial.startEpochMicros(), new Readings(end, trial.name(), new TreeMap<>()));
    }
    for (TelemetrySample sample : telemetry) {
      Map.Entry<Long, Readings> trial = byStart.floorEntry(sample.epochNanos() / 1_000);
      if (trial != null
          && sample.epochNanos() / 1_000 < trial.getValue().endEpochMicros()
          && !sample.isSum()
          && Double.isFinite(sample.value())) {
        trial
            .getValue()
            .byName()
            .computeIfAbsent(sample.name(), name -> new Sum(sample))
            .add(sample);
      }
    }
    Map<String, List<TrialTelemetry>> byPhase = new HashMap<>();
    for (Readings readings : byStart.values()) {
      List<TrialTelemetry> all = new ArrayList<>();
      readings
          .byName()
          .forEach(
              (name, sum) ->
                  all.add(
                      new TrialTelemetry(
                          name,
                          sum.total / sum.readings,
                          sum.highest.value(),
                          sum.highest.subject())));
      byPhase.put(readings.phase(), all);
    }
    return byPhase;
  }
}
