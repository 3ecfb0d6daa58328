package io.tidemark.model.workloadfile;

import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.MetricReference.Scale;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseScale;
import io.tidemark.model.workload.Workload;
import java.util.List;

/** The metrics that can decide and that each complete run of a workload measures. */
public record MeasuredMetrics(Workload workload) {

  /** The names without a number of clients. */
  public List<String> names() {
    return Metrics.all().stream().filter(this::hasFigure).map(Metric::id).toList();
  }

  /** What a file may ask for instead of a metric that runs do not have. */
  String allowed(MetricReference other) {
    return String.join(", ", names())
        + (workload.classes().isEmpty()
            ? ""
            : ", and rates and latencies of a class: classes."
                + workload.classes().get(0).name()
                + ".endToEnd.p99")
        + (other.at().isPresent() ? ", at a number of clients that a phase or a step has" : "");
  }

  /** Whether runs have the metric, also at its number of clients. */
  public boolean has(MetricReference metric) {
    if (metric.trafficClass().isPresent()) {
      return workload
          .trafficClass(metric.trafficClass().get())
          .filter(each -> new MeasuredMetrics(each.workload()).has(metric.ofAll()))
          .isPresent();
    }
    return hasFigure(metric.metric()) && metric.at().map(this::hasScale).orElse(true);
  }

  private boolean hasFigure(Metric metric) {
    return switch (metric.needs()) {
      case PRODUCERS -> workload.pattern() != Pattern.CONSUME_ONLY;
      case CONSUMERS -> receives();
      case REQUESTS -> workload.pattern() == Pattern.REQUEST_REPLY;
      case FAULTS -> !workload.faults().isEmpty();
      case FAILOVER -> workload.pattern() == Pattern.FAILOVER;
      case SEARCHED_RATE ->
          workload.search().filter(spec -> spec.keys().over().isOfRate()).isPresent();
      case MADE_BODIES -> makesBodies();
      case COST -> receives() && workload.classes().isEmpty();
    };
  }

  private boolean makesBodies() {
    return workload.messages().schema().isPresent()
        || workload.messages().payload().content() instanceof PayloadSpec.Sized;
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
