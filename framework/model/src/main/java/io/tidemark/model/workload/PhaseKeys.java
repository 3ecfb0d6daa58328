package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.Key;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.grammar.Grammar;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys of an element of {@code phases}. */
@RecordBuilder
public record PhaseKeys(
    @Key(
            value =
                "Unique in the file and not `warm-up`, `drain` or another part of every run;"
                    + " `phase-1`, ... if absent.",
            types = Type.NAME)
        Optional<String> name,
    @Key(value = "How long. Required, but with `rate.step` or `pause`.", range = "1ms..")
        Optional<Duration> duration,
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
    @Key("The phases to repeat, in the format of `phases`.") List<PhaseKeys> phases,
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
    @Key(value = "Size of every message, envelope included.", size = true, range = "0..1GB")
        Optional<Integer> messageSize,
    @Key(
            value = "Producers of each topic, which share the rate. With `pattern: pubsub`.",
            range = "1..1000000")
        Optional<Integer> producersPerTopic,
    @Key(
            value =
                "Consumers of each subscription. 0 is possible, but not in the last phase. With"
                    + " `pattern: pubsub`.",
            range = DestinationSpec.COUNT)
        Optional<Integer> consumerPerSubscription,
    @Key(
            value =
                "Conditions that this phase must meet, in the format of `objectives`. See"
                    + " below.",
            types = {Type.MAP, Type.LIST})
        Optional<Object> objectives)
    implements PhaseKeysBuilder.With {
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
      implements PhaseKeysRatesBuilder.With {
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
      implements PhaseKeysTimesBuilder.With {
    public static Optional<Times> of(Optional<Duration> from, Optional<Duration> to) {
      return from.or(() -> to)
          .map(any -> Grammar.defaults(Times.class).with().from(from).to(to).build());
    }
  }

  /** The phase with another name and length, and one rate. */
  PhaseKeys step(String otherName, Duration length, double atRate) {
    return with()
        .name(Optional.of(otherName))
        .duration(Optional.of(length))
        .pause(Optional.empty())
        .rate(Rates.of(Optional.of(atRate), Optional.empty()))
        .build();
  }

  /** The phase with a name and a length, and a rate or line without steps. */
  public PhaseKeys complete(String usualName, Duration length) {
    Optional<Duration> given = Optional.of(length);
    return with()
        .name(name.or(() -> Optional.of(usualName)))
        .duration(given.filter(any -> pause.isEmpty()))
        .pause(given.filter(any -> pause.isPresent()))
        .rate(rate.flatMap(line -> Rates.of(line.from, line.to)))
        .objectives(Optional.empty())
        .build();
  }

  PhaseKeys named(String other) {
    return withName(Optional.of(other));
  }
}
