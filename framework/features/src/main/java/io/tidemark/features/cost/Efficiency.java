package io.tidemark.features.cost;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What broker and clients used for the messages of a run.
 *
 * @param idleBaseline what they used before the load; empty if it was not measured
 * @param totals all measured phases as one
 * @param phases the measured phases, in order
 */
public record Efficiency(
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<IdleBaseline> idleBaseline,
    Use totals,
    List<Use> phases) {
  public static final Part<Optional<Efficiency>> PART =
      new Part<Optional<Efficiency>>("efficiency", Written.IF_ANY, Optional.empty()) {};

  public Efficiency {
    idleBaseline = idleBaseline == null ? Optional.empty() : idleBaseline;
    phases = List.copyOf(phases);
  }

  /**
   * What was used per second without load, with all clients connected. What is absent was not
   * measured.
   *
   * @param lengthSeconds for which it was measured
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record IdleBaseline(
      double lengthSeconds,
      Optional<Double> brokerCpuCores,
      Optional<Double> clientCpuCores,
      Optional<Double> diskBytesPerSecond,
      Optional<Double> peerBytesPerSecond,
      Optional<Double> brokerMemoryBytes,
      Optional<Double> watts) {}

  /**
   * The figures of a phase.
   *
   * @param deliveredMessages received in its time, by all subscriptions; with requests
   * @param deliveredBytes their payloads
   * @param acknowledgedBytes payloads that the broker acknowledged in its time
   * @param figures by their keys, in a fixed order
   * @param notAvailable the other keys, each with the reason
   */
  public record Use(
      String phase,
      double lengthSeconds,
      long deliveredMessages,
      long deliveredBytes,
      long acknowledgedBytes,
      Map<String, Figure> figures,
      Map<String, String> notAvailable) {
    public Use {
      figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
      notAvailable = Collections.unmodifiableMap(new LinkedHashMap<>(notAvailable));
    }

    public Optional<Figure> figure(CostFigure figure) {
      return Optional.ofNullable(figures.get(figure.key()));
    }
  }

  /**
   * A figure.
   *
   * @param value without what the idle baseline explains
   * @param idle what was subtracted; empty without an idle baseline
   * @param source what was read
   */
  public record Figure(
      double value,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Double> idle,
      String source) {
    public Figure {
      idle = idle == null ? Optional.empty() : idle;
    }
  }
}
