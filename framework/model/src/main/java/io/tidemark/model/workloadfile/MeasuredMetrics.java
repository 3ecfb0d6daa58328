package io.tidemark.model.workloadfile;

import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.question.MetricName;
import io.tidemark.model.question.MetricName.Kind;
import io.tidemark.model.question.MetricName.Scale;
import io.tidemark.model.snapshot.Measure.Side;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseScale;
import io.tidemark.model.workload.Workload;
import java.util.List;

/** The metrics that can decide and that each complete run of a workload measures. */
public record MeasuredMetrics(Workload workload) {

  /** The names without a number of clients. */
  public List<String> names() {
    return MetricName.names().stream()
        .filter(name -> MetricName.parse(name).filter(this::hasFigure).isPresent())
        .toList();
  }

  /** What a file may ask for instead of a metric that runs do not have. */
  String allowed(MetricName other) {
    return String.join(", ", names())
        + (workload.classes().isEmpty()
            ? ""
            : ", and rates and latencies of a class: classes."
                + workload.classes().get(0).name()
                + ".endToEnd.p99")
        + (other.at().isPresent() ? ", at a number of clients that a phase or a step has" : "");
  }

  /** Whether runs have the metric, also at its number of clients. */
  public boolean has(MetricName metric) {
    if (metric.trafficClass().isPresent()) {
      return workload
          .trafficClass(metric.trafficClass().get())
          .filter(each -> new MeasuredMetrics(each.workload()).has(metric.ofAll()))
          .isPresent();
    }
    return hasFigure(metric) && metric.at().map(this::hasScale).orElse(true);
  }

  private boolean hasFigure(MetricName metric) {
    boolean asks = workload.pattern() == Pattern.REQUEST_REPLY;
    if (metric.kind() == Kind.LATENCY) {
      return switch (metric.measure().map(measure -> measure.side()).orElse(Side.CLIENTS)) {
        case SENDING -> sends();
        case RECEIVING -> receives();
        case ROUND_TRIPS -> asks;
        case CLIENTS -> false;
      };
    }
    if (metric.kind() == Kind.COST) {
      return receives() && workload.classes().isEmpty();
    }
    return switch (metric.figure()) {
      case "publishRate" -> sends();
      case "consumeRate" -> receives();
      case "roundTripRate" -> asks;
      case MetricName.SEARCHED_RATE ->
          workload.search().filter(spec -> spec.keys().over().isOfRate()).isPresent();
      case MetricName.RECOVERY_TIME -> !workload.faults().isEmpty();
      case MetricName.SERIALIZATION_TIME -> makesBodies();
      default -> workload.pattern() == Pattern.FAILOVER;
    };
  }

  private boolean makesBodies() {
    return workload.messages().schema().isPresent()
        || workload.messages().payload().content() instanceof PayloadSpec.Sized;
  }

  private boolean sends() {
    return workload.pattern() != Pattern.CONSUME_ONLY;
  }

  private boolean receives() {
    return workload.totalConsumers() > 0;
  }

  private boolean hasScale(Scale scale) {
    return switch (scale.clients()) {
      case REQUESTERS ->
          workload
              .requestReply()
              .filter(spec -> spec.requesters().contains(scale.number()))
              .isPresent();
      case PRODUCERS ->
          scales().stream().anyMatch(each -> each.producers().filter(scale::is).isPresent());
      case CONSUMERS ->
          scales().stream().anyMatch(each -> each.consumers().filter(scale::is).isPresent());
    };
  }

  private List<PhaseScale> scales() {
    return workload.time().phases().stream()
        .map(phase -> PhaseScale.in(workload, phase.name()))
        .toList();
  }
}
