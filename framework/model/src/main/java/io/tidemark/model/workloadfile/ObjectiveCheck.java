package io.tidemark.model.workloadfile;

import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultTrigger.At;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.snapshot.Counter.Group;
import io.tidemark.model.snapshot.Measure.Side;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Objective.Unit;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.time.Duration;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Objectives that each run of a complete workload would miss, since it does not measure them.
 *
 * @param fields of the file
 * @param workload without those of its classes
 */
record ObjectiveCheck(Fields fields, Workload workload) {
  private static final String OBJECTIVES = "objectives";
  private static final String PHASES = "phases";

  /** Objectives of the whole run and of its phases. */
  void check() {
    check(workload.objectives());
    List<Phase> phases = workload.phases();
    List<Fields> written = PhaseReader.each(fields);
    for (int i = 0; i < phases.size(); i++) {
      Optional<YamlNode> node =
          written.size() == phases.size() // Not with stairs and repetitions.
              ? written.get(i).node(OBJECTIVES)
              : fields.node(PHASES);
      for (Objective each : phases.get(i).objectives()) {
        String path = PHASES + "[" + i + "]." + OBJECTIVES + "." + each.key();
        check(each, node, path);
        if (MetricNames.of(each).needs() == Needs.FAULTS && !hasFault(i)) {
          error(each, node, path, "is not measured: no fault is injected in this phase");
        }
      }
    }
  }

  /** Those at the top of the file. */
  void check(List<Objective> objectives) {
    objectives.forEach(each -> check(each, fields.node(OBJECTIVES), OBJECTIVES + "." + each.key()));
  }

  private void check(Objective objective, Optional<YamlNode> node, String path) {
    Metric metric = MetricNames.of(objective);
    shareWithoutRate(objective, metric)
        .or(() -> withoutStamp(metric))
        .ifPresent(why -> error(objective, node, path, why));
  }

  private void error(Objective objective, Optional<YamlNode> node, String path, String why) {
    SourceLocation mark =
        node.map(given -> mark(given, objective.key())).orElse(fields.map().mark());
    fields.problems().error(mark, path, why);
  }

  /** Where the objective is written, or all of them if it is in a list of lines. */
  private static SourceLocation mark(YamlNode node, String key) {
    if (!(node instanceof YamlMap map)) {
      return node.mark();
    }
    String section = key.replaceFirst("\\..*", "");
    return Stream.of(key, section)
        .flatMap(name -> Optional.ofNullable(map.entries().get(name)).stream())
        .map(Entry::keyMark)
        .findFirst()
        .orElse(map.mark());
  }

  private Optional<String> shareWithoutRate(Objective objective, Metric metric) {
    boolean ofIntended =
        objective.unit() == Unit.PERCENT
            && metric.counter().filter(each -> each.group() != Group.RECEIVING).isPresent();
    return ofIntended && workload.load().isClosedLoop()
        ? Optional.of(
            "is not measured: without a producerRate there is no intended rate, got "
                + objective.condition()
                + "; allowed a rate such as \">= 50k/s\"")
        : Optional.empty();
  }

  /** Small messages have a shorter stamp, without a check, or none. */
  private Optional<String> withoutStamp(Metric metric) {
    EnvelopeSpec envelope = workload.messages().envelope();
    if (!envelope.position().isInBody()) {
      return Optional.empty();
    }
    IntSummaryStatistics sizes =
        workload.allSizesBytes().stream().mapToInt(Integer::intValue).summaryStatistics();
    boolean received = metric.measure().filter(each -> each.side() == Side.RECEIVING).isPresent();
    Needs needs = metric.needs();
    int least = needs == Needs.CHECKS ? envelope.wholeBytes() : envelope.leastMessageBytes();
    boolean missing =
        switch (needs) {
          case STAMPS, CHECKS -> sizes.getMin() < least;
          case AUDIT, ORDER, ABORTED_SENDS, OFFSETS, COMMITS, KEYS -> sizes.getMax() < least;
          default -> received && sizes.getMax() < least;
        };
    return missing
        ? Optional.of("is not measured with messages of less than " + least + " B")
        : Optional.empty();
  }

  /** Also if a condition decides when a fault is injected. */
  private boolean hasFault(int phase) {
    return workload.faults().stream().anyMatch(fault -> mayBeIn(fault, phase));
  }

  private boolean mayBeIn(FaultSpec fault, int number) {
    if (!(fault.trigger() instanceof At at)) {
      return true;
    }
    List<Phase> phases = workload.phases();
    Duration from =
        at.phase()
            .map(name -> lengthOf(phases.stream().takeWhile(each -> !each.name().equals(name))))
            .orElse(Duration.ZERO)
            .plus(at.after());
    Duration begin = lengthOf(phases.stream().limit(number));
    Duration end = begin.plus(phases.get(number).duration());
    return from.compareTo(begin) >= 0 && from.compareTo(end) < 0;
  }

  private static Duration lengthOf(Stream<Phase> phases) {
    return phases.map(Phase::length).reduce(Duration.ZERO, Duration::plus);
  }
}
