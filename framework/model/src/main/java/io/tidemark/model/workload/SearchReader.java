package io.tidemark.model.workload;

import io.tidemark.driver.Quantities;
import io.tidemark.model.workload.ProducerRate.Search;
import io.tidemark.model.yaml.Form;
import io.tidemark.model.yaml.KeyRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How the highest sustainable rate is searched, with {@code producerRate: 0}. */
record SearchReader(Fields fields) {
  private static final double MOST_TRIALS = 100;
  private static final double SHORTEST_TRIAL = 1e9;

  static final List<KeyRule> KEYS = new ArrayList<>();
  static final WorkloadKey<String> SEARCH =
      WorkloadKey.of(
              "search",
              "The search for the highest sustainable rate; with `producerRate: 0`.",
              Form.SECTION)
          .in(KEYS);
  private static final WorkloadKey<Double> START =
      WorkloadKey.rate("search.startAt", "Rate of the first trial; any guess above 0.")
          .atLeast(1)
          .byDefault(SearchSpec.DEFAULT.startRatePerSecond())
          .in(KEYS);
  private static final WorkloadKey<Duration> TRIAL =
      WorkloadKey.duration("search.trialDuration", "Length of the trials that decide.")
          .atLeast(SHORTEST_TRIAL)
          .byDefault(SearchSpec.DEFAULT.trial())
          .in(KEYS);
  private static final WorkloadKey<Duration> SHORT_TRIAL =
      WorkloadKey.duration(
              "search.shortTrialDuration",
              "Length of the trials that only find the range of rates. At most"
                  + " `trialDuration`.")
          .atLeast(SHORTEST_TRIAL)
          .byDefault(SearchSpec.DEFAULT.shortTrial())
          .in(KEYS);
  private static final WorkloadKey<Double> PRECISION =
      WorkloadKey.number(
              "search.precision",
              "The search ends when its bounds differ by this share of the upper one.")
          .atLeast(0.005)
          .atMost(0.5)
          .byDefault(SearchSpec.DEFAULT.precision())
          .in(KEYS);
  private static final WorkloadKey<Integer> MAX_TRIALS =
      WorkloadKey.count("search.maxTrials", "The search ends after this number of trials.")
          .atLeast(1)
          .atMost(MOST_TRIALS)
          .byDefault(SearchSpec.DEFAULT.maxTrials())
          .in(KEYS);
  private static final WorkloadKey<Duration> TIME_LIMIT =
      WorkloadKey.duration("search.timeLimit", "No trial begins later in the search.")
          .atLeast(SHORTEST_TRIAL)
          .byDefault(SearchSpec.DEFAULT.timeLimit())
          .in(KEYS);
  private static final WorkloadKey<Double> MEASURE_AT =
      WorkloadKey.share(
              "search.measureAt", "Rate of the measured run, as a share of the highest rate found.")
          .atLeast(0.01)
          .byDefault(SearchSpec.DEFAULT.measureAt())
          .in(KEYS);

  /** The same rate, with how it is searched. */
  ProducerRate read(ProducerRate rate, Pattern pattern, TimeSpec time) {
    if (rate instanceof Search && pattern == Pattern.PUBSUB) {
      conflicts(time);
      return new Search(spec(fields.section(SEARCH)));
    }
    if (rate instanceof Search && pattern == Pattern.FILL_THEN_DRAIN) {
      fields.error(
          LoadSpec.PRODUCER_RATE,
          "a rate search is not possible with fill-then-drain, got 0; allowed a number above 0,"
              + " or max");
    }
    if (fields.has(SEARCH) && !fields.haveErrors()) {
      fields.error(SEARCH, "needs producerRate: 0 and pattern: pubsub; leave the key out");
    }
    return rate;
  }

  private void conflicts(TimeSpec time) {
    if (!time.phases().isEmpty()) {
      fields.error(
          PhaseReader.PHASES,
          "cannot be combined with a rate search (producerRate: 0); allowed with a rate above 0");
    }
    if (fields.get(LoadSpec.MESSAGE_LIMIT) > 0) {
      fields.error(
          LoadSpec.MESSAGE_LIMIT,
          "cannot be combined with a rate search (producerRate: 0); allowed 0");
    }
  }

  private static SearchSpec spec(Fields given) {
    Duration trial = given.get(TRIAL);
    Duration usual = given.get(SHORT_TRIAL);
    boolean shorter = !given.has(SHORT_TRIAL) && trial.compareTo(usual) < 0;
    SearchSpec spec =
        new SearchSpec(
            given.get(START),
            trial,
            shorter ? trial : usual,
            given.get(PRECISION),
            given.get(MAX_TRIALS),
            given.get(TIME_LIMIT),
            given.get(MEASURE_AT));
    if (spec.shortTrial().compareTo(spec.trial()) > 0) {
      given.error(
          SHORT_TRIAL,
          "is longer than trialDuration, got %s; allowed at most %s"
              .formatted(Quantities.text(spec.shortTrial()), Quantities.text(spec.trial())));
    }
    return spec;
  }

  static void write(ProducerRate rate, Pattern pattern, Map<String, Object> map) {
    if (rate instanceof Search search && pattern == Pattern.PUBSUB) {
      Map<String, Object> section = new LinkedHashMap<>();
      START.put(section, search.spec().startRatePerSecond());
      TRIAL.put(section, search.spec().trial());
      SHORT_TRIAL.put(section, search.spec().shortTrial());
      PRECISION.put(section, search.spec().precision());
      MAX_TRIALS.put(section, search.spec().maxTrials());
      TIME_LIMIT.put(section, search.spec().timeLimit());
      MEASURE_AT.put(section, search.spec().measureAt());
      map.put(SEARCH.name(), section);
    }
  }
}
