package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.grammar.Grammar;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One stretch of the test: the keys of an element of {@code phases}. What is absent stays as the
 * phase before left it.
 *
 * @param phases to repeat; a phase of a workload has none
 * @param objectives conditions that this phase must meet
 */
@RecordBuilder
public record Phase(
    @Key(
            value =
                "Unique in the file and not `warm-up`, `drain` or another part of every run;"
                    + " `phase-1`, ... if absent.",
            types = Type.NAME)
        String name,
    @Key(value = "How long. Required, but with `rate.step` or `pause`.", range = "1ms..")
        Duration duration,
    @Key(
            value =
                "Instead of `duration`: a phase of this length in which producers send nothing."
                    + " Clients stay connected, consumers receive what is left, and the next phase"
                    + " continues with the rate before the pause.",
            range = "1ms..")
        Optional<Duration> pause,
    @Key(
            value =
                "Instead of a single phase: repeats the list under `phases` this number of times."
                    + " Their names get the number of the repetition: `peak-1`, `peak-2`, ...",
            range = "1..1000")
        Optional<Integer> repeat,
    @Key("The phases to repeat, in the format of `phases`.") List<Phase> phases,
    @Key(
            value =
                "Messages per second: a rate, a straight line `{from, to}`, or a staircase"
                    + " `{from, to, step, every}`.",
            shorthand = "from")
        Optional<Rates> rate,
    @Key(
            value = "For each message: a time span, or a linear ramp `{from, to}`.",
            shorthand = "from")
        Optional<Times> consumerProcessingTime,
    @Key(
            name = "messageSize",
            value = "Size of every message, envelope included.",
            size = true,
            range = "0..1GB")
        Optional<Integer> messageSizeBytes,
    @Key(
            value = "Producers of each topic, which share the rate. With `pattern: pubsub`.",
            range = "1..1000000")
        Optional<Integer> producersPerTopic,
    @Key(
            name = "consumerPerSubscription",
            value =
                "Consumers of each subscription. 0 is possible, but not in the last phase. With"
                    + " `pattern: pubsub`.",
            range = DestinationSpec.COUNT)
        Optional<Integer> consumersPerSubscription,
    @Key(
            value =
                "Conditions that this phase must meet, in the format of `objectives`; missed if the"
                    + " run does not reach it. Latencies and errors are those of the messages"
                    + " intended in it. Counts of the whole run (`lost`, `duplicated`, ...) are"
                    + " refused.",
            types = {Type.MAP, Type.LIST})
        List<Objective> objectives)
    implements PhaseBuilder.With {
  private static final String RATE = "0..1000000000";

  /** A rate that is constant, goes in a straight line, or in steps. */
  @RecordBuilder
  public record Rates(
      @Key(value = "At its start.", rate = true, range = RATE, required = true)
          Optional<Double> from,
      @Key(value = "At its end.", rate = true, range = RATE, required = true) Optional<Double> to,
      @Key(
              value =
                  "Makes a phase of each step from `from` to `to`, named after its rate:"
                      + " `rate-1000`, or `NAME-1000` with a `name`.",
              rate = true,
              range = "0.001..1000000000")
          Optional<Double> step,
      @Key(value = "Length of each step; required with `step`.", range = "1ms..")
          Optional<Duration> every)
      implements PhaseRatesBuilder.With {
    public static Optional<Rates> of(Optional<Double> from, Optional<Double> to) {
      return from.or(() -> to)
          .map(any -> Grammar.defaults(Rates.class).with().from(from).to(to).build());
    }
  }

  /** A time span that is constant or goes in a straight line. */
  @RecordBuilder
  public record Times(
      @Key(value = "At its start.", range = "0..", required = true) Optional<Duration> from,
      @Key(value = "At its end.", range = "0..", required = true) Optional<Duration> to)
      implements PhaseTimesBuilder.With {
    public static Optional<Times> of(Optional<Duration> from, Optional<Duration> to) {
      return from.or(() -> to)
          .map(any -> Grammar.defaults(Times.class).with().from(from).to(to).build());
    }
  }

  public Phase {
    phases = List.copyOf(phases);
    objectives = List.copyOf(objectives);
  }

  /** A phase without a file and without objectives; {@code more} sets its other keys. */
  public static Phase of(String name, Duration length, Consumer<PhaseBuilder> more) {
    return Grammar.defaults(Phase.class).with(all -> more.accept(all.name(name).duration(length)));
  }

  /** How long it is, with producers that send or in a pause. */
  public Duration length() {
    return pause.orElse(duration);
  }

  /** Whether producers send nothing; the phase after it goes on as the one before it. */
  public boolean isPause() {
    return pause.isPresent();
  }

  /** Rate over all producers when it begins. */
  public Optional<Double> startRatePerSecond() {
    return rate.flatMap(Rates::from);
  }

  /** Rate when it ends; empty: the rate at its start. */
  public Optional<Double> endRatePerSecond() {
    return rate.flatMap(Rates::to);
  }

  /** The first rate above 0 that it sets. */
  public Optional<Double> rateAboveNone() {
    return Stream.of(startRatePerSecond(), endRatePerSecond())
        .flatMap(Optional::stream)
        .filter(perSecond -> perSecond > 0)
        .findFirst();
  }

  /** Processing time of each consumer for one message when it begins. */
  public Optional<Duration> startProcessingTime() {
    return consumerProcessingTime.flatMap(Times::from);
  }

  /** Processing time when it ends; empty: that at its start. */
  public Optional<Duration> endProcessingTime() {
    return consumerProcessingTime.flatMap(Times::to);
  }

  /** A phase of one rate, named after it. */
  public Phase at(BigDecimal ratePerSecond) {
    return with()
        .name(name + "-" + ratePerSecond.stripTrailingZeros().toPlainString())
        .rate(Rates.of(Optional.of(ratePerSecond.doubleValue()), Optional.empty()))
        .build();
  }

  /** The phase with more or less of everything. */
  Phase scaled(ScaleKeys scale) {
    return with()
        .rate(
            rate.flatMap(
                line ->
                    Rates.of(
                        line.from.map(each -> each * scale.rate()),
                        line.to.map(each -> each * scale.rate()))))
        .producersPerTopic(producersPerTopic.map(scale::clients))
        .consumersPerSubscription(consumersPerSubscription.map(scale::clients))
        .build();
  }

  /** Returns the phase with a name and a length, a rate or line without steps, and conditions. */
  public Phase complete(String usualName, Duration length, List<Objective> conditions) {
    return with()
        .name(name.isEmpty() ? usualName : name)
        .duration(isPause() ? Duration.ZERO : length)
        .pause(pause.map(any -> length))
        .rate(rate.flatMap(line -> Rates.of(line.from, line.to)))
        .objectives(conditions)
        .build();
  }
}
