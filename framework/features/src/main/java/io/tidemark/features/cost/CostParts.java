package io.tidemark.features.cost;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.metric.AddedParts;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.part.Part;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.workload.Workload;
import io.tidemark.runs.brokers.RemoteBrokers;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Efficiency and price as parts of results, and their figures as metrics. */
public final class CostParts implements AddedParts {
  private static final Set<CostFigure> OF_CLIENTS =
      EnumSet.of(CostFigure.CLIENT_CPU_PER_MESSAGES, CostFigure.CLIENT_CPU_PER_GIGABYTE);

  @Override
  public List<Part<?>> parts() {
    return List.of(Efficiency.PART, RunPrice.PART);
  }

  @Override
  public RunResult measured(RunResult run) {
    return RunEfficiency.measured(run);
  }

  /** The price of a run is that of the rate within its objectives. */
  @Override
  public RunResult judged(RunResult run) {
    return PriceModel.priced(run);
  }

  @Override
  public List<Metric> metrics() {
    return Stream.of(CostFigure.values()).map(CostParts::metric).toList();
  }

  private static Metric metric(CostFigure cost) {
    Unit unit =
        Stream.of(Unit.CPU_SECONDS, Unit.MEGABYTES, Unit.BYTES, Unit.JOULES)
            .filter(each -> each.symbol().equals(cost.unit()))
            .findFirst()
            .orElse(Unit.RATIO);
    FigureGroup group = cost.isPrice() ? FigureGroup.RATES : FigureGroup.TELEMETRY;
    Metric.Builder metric =
        Metric.named(cost.metric(), cost.words(), unit, group, Needs.NO_CLASSES)
            .meaning(cost.meaning());
    return cost.isPrice()
        ? metric
            .within(PriceSpec.ONE_CURRENCY)
            .ofResult(run -> known(run.part(RunPrice.PART).flatMap(price -> price.figure(cost))))
        : metric.ofResult(
            run ->
                known(
                    run.part(Efficiency.PART)
                        .flatMap(all -> all.totals().figure(cost))
                        .map(Efficiency.Figure::value)));
  }

  private static OptionalDouble known(Optional<Double> value) {
    return value.isPresent() ? OptionalDouble.of(value.get()) : OptionalDouble.empty();
  }

  /** Prices change no figure, but amounts have a currency. */
  @Override
  public void subject(RunResult run, Map<String, String> subject) {
    subject.keySet().removeIf(key -> key.startsWith(PriceSpec.SECTION + "."));
    run.part(RunPrice.PART)
        .ifPresent(price -> subject.put(PriceSpec.ONE_CURRENCY.condition(), price.currency()));
  }

  @Override
  public Optional<String> whyNot(
      Metric metric, Workload workload, DriverFile driver, BooleanSupplier telemetry) {
    return CostFigure.of(metric.id()).flatMap(cost -> whyNot(cost, workload, driver, telemetry));
  }

  private static Optional<String> whyNot(
      CostFigure cost, Workload workload, DriverFile driver, BooleanSupplier telemetry) {
    if (cost.isPrice()) {
      return driver.configuration().containsKey(PriceSpec.SECTION)
          ? Optional.empty()
          : Optional.of(driver.path() + ": it has no price");
    }
    if (cost == CostFigure.MEMORY_PER_WAITING && workload.time().idleBaseline().isZero()) {
      return Optional.of("idleBaseline: 0s");
    }
    if (cost == CostFigure.BROKER_CPU_PER_CONNECTIONS
        && workload.limits().connectionPer().isEmpty()
        && !workload.clientsChange()) {
      return Optional.of(workload.fileBase() + ": no client is opened during the load");
    }
    boolean known =
        OF_CLIENTS.contains(cost)
            || RemoteBrokers.keys().stream().anyMatch(driver.configuration()::containsKey)
            || driver.configuration().containsKey("telemetry")
            || telemetry.getAsBoolean();
    return known
        ? Optional.empty()
        : Optional.of(
            driver.path()
                + ": it has no "
                + String.join(", ", RemoteBrokers.keys())
                + " or telemetry");
  }
}
