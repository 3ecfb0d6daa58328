package io.tidemark.runs.suite;

import io.tidemark.coordinator.search.RateSearch;
import io.tidemark.coordinator.search.SearchExecution;
import io.tidemark.driver.AbortedSend;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.metric.AddedParts;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.Text;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.worker.driver.Capability;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.driver.DriverLoadException;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a workload asks for and a run of it with a driver file cannot measure; before anything is
 * started. An objective that each run would miss is an error, the rest are warnings. Not
 * thread-safe.
 */
public final class MeasuredCheck {
  private final DriverCatalog catalog;
  private final Problems problems;
  private final int cores;

  /** To look at a driver means to read its jars. */
  private final Map<String, Set<Capability>> capabilities = new HashMap<>();

  public MeasuredCheck(DriverCatalog catalog, Problems problems) {
    this(catalog, problems, Runtime.getRuntime().availableProcessors());
  }

  /**
   * @param cores of this machine
   */
  MeasuredCheck(DriverCatalog catalog, Problems problems, int cores) {
    this.catalog = catalog;
    this.problems = problems;
    this.cores = cores;
  }

  public void check(Workload workload, DriverFile driver) {
    Problems own = problems.ofOneFile();
    new OfRun(workload, driver, own).check();
    problems.add(own); // Once, not for each run.
  }

  private final class OfRun {
    private final Workload workload;
    private final DriverFile driver;
    private final Problems own;
    private final SourceLocation mark;

    OfRun(Workload workload, DriverFile driver, Problems own) {
      this.workload = workload;
      this.driver = driver;
      this.own = own;
      this.mark = place("workload " + workload.fileBase());
    }

    private SourceLocation place(String name) {
      return new SourceLocation(new SourceFile(name, ""), 0, 0);
    }

    void check() {
      workload.classes().forEach(each -> objectives(each.workload()));
      objectives(workload);
      if (problems.hasErrors() || own.hasErrors()) {
        return; // What follows is about runs that would begin.
      }
      if (workload.consumers().auditOffsets()) {
        without(Capability.LOG_MESSAGE).ifPresent(why -> own.warn(mark, "auditOffsets", why));
      }
      workload.question().ifPresent(asked -> MetricReference.asked(asked).forEach(this::question));
      workload.search().ifPresent(this::search);
      driver.localBrokers().ifPresent(local -> nodes(local.nodes()));
    }

    private void objectives(Workload of) {
      of.objectives().forEach(each -> objective("objectives." + each.key(), each, of));
      List<Phase> phases = of.phases();
      for (int i = 0; i < phases.size(); i++) {
        Phase phase = phases.get(i);
        String path = "phases[" + i + "].objectives.";
        phase.objectives().forEach(each -> objective(path + each.key(), each, of));
      }
    }

    private void objective(String path, Objective objective, Workload of) {
      Metric metric = MetricNames.of(objective);
      Optional<String> why =
          switch (metric.needs()) {
            case OFFSETS, KEYS -> without(Capability.LOG_MESSAGE);
            case COMMITS ->
                without(Capability.LOG_MESSAGE).or(() -> without(Capability.OFFSET_SOURCE));
            case ORDER ->
                of.destinations().partitionsPerTopic() > 1
                    ? without(Capability.MESSAGE_CALLBACK)
                    : Optional.empty();
            case ABORTED_SENDS -> withoutAborts();
            default -> Optional.empty();
          };
      why.ifPresent(text -> own.error(mark, path, text));
      if (metric.needs() == Needs.CONSUMER_ERRORS) {
        without(Capability.MESSAGE_CALLBACK).ifPresent(text -> own.warn(mark, path, text));
      }
    }

    private Optional<String> withoutAborts() {
      return mayAbort()
          ? Optional.empty()
          : Optional.of(
              "is not measured with "
                  + driver.path()
                  + ": its driver aborts no transactions on purpose");
    }

    private boolean mayAbort() {
      try {
        return catalog.mayUse(driver.driverClass(), AbortedSend.class);
      } catch (DriverLoadException e) {
        return true; // Reported with the driver file.
      }
    }

    /** Why a run does not have what needs a capability; empty if the driver has it. */
    private Optional<String> without(Capability capability) {
      return ofDriver().contains(capability)
          ? Optional.empty()
          : Optional.of(
              "is not measured with %s: its driver has no %s (%s)"
                  .formatted(driver.path(), capability.type(), capability.loss()));
    }

    private Set<Capability> ofDriver() {
      return capabilities.computeIfAbsent(driver.driverClass(), MeasuredCheck.this::ask);
    }

    private void question(MetricReference metric) {
      for (AddedParts each : AddedParts.all()) {
        each.whyNot(
                metric.metric(),
                workload,
                driver,
                () -> ofDriver().contains(Capability.TELEMETRY_SOURCE))
            .ifPresent(
                why -> own.warn(mark, "question.metrics", metric + " is not measured with " + why));
      }
    }

    private void search(SearchSpec spec) {
      String precision =
          BigDecimal.valueOf(100 * spec.precision()).stripTrailingZeros().toPlainString() + "%";
      Optional<RateSearch.Least> least = SearchExecution.least(workload);
      if (least.filter(each -> each.trials() > spec.maxTrials()).isPresent()) {
        own.warn(
            mark,
            "search.maxTrials",
            "cannot reach a precision of %s, got %s; allowed from %s, or a larger precision"
                .formatted(precision, spec.maxTrials(), least.get().trials()));
      } else if (least.filter(each -> each.length().compareTo(spec.timeLimit()) >= 0).isPresent()) {
        own.warn(
            mark,
            "search.timeLimit",
            "cannot reach a precision of %s, got %s; the trials alone take more than %s"
                .formatted(
                    precision,
                    Quantities.text(spec.timeLimit()),
                    Quantities.text(least.get().length())));
      }
    }

    private void nodes(int nodes) {
      if (nodes > 1 && nodes >= cores) {
        own.warn(
            place(driver.path()),
            "localBrokers.nodes",
            String.format(
                Locale.ROOT,
                "%d nodes on %s, beside the load generator: runs are likely to be INVALID; use"
                    + " fewer nodes, a low rate or a larger machine",
                nodes,
                Text.plural(cores, "core")));
      }
    }
  }

  /** All, if the driver cannot be loaded, which is reported with its file. */
  private Set<Capability> ask(String driverClass) {
    try {
      return catalog.capabilities(driverClass);
    } catch (DriverLoadException e) {
      return EnumSet.allOf(Capability.class);
    }
  }
}
