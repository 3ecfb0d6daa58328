package io.tidemark.model.worker;

import java.util.List;
import java.util.Map;

/**
 * How far probing has come on one worker.
 *
 * @param producers producers of this worker
 * @param acknowledged those whose probe has been acknowledged
 * @param received by subscription index: indexes of the producers from which a probe has arrived
 *     here
 * @param withoutStamp by subscription index: messages that arrived here, if messages carry no
 *     envelope: each is a probe, of an unknown producer
 * @param failures what explains a wait: blocks by the broker, then the latest failures; one line
 *     each
 * @param probes how many there were so far; they may still grow after the load has begun, when the
 *     last ones are answered and arrive
 * @param altered messages that arrived and are no probes, a few of them
 */
public record ProbeReport(
    int producers,
    int acknowledged,
    Map<Integer, List<Integer>> received,
    Map<Integer, Integer> withoutStamp,
    List<String> failures,
    ProbeCounts probes,
    List<AlteredProbe> altered) {
  public ProbeReport {
    received = Map.copyOf(received);
    withoutStamp = Map.copyOf(withoutStamp);
    failures = List.copyOf(failures);
    altered = List.copyOf(altered);
  }

  public ProbeReport withFailures(List<String> all) {
    return new ProbeReport(producers, acknowledged, received, withoutStamp, all, probes, altered);
  }
}
