package io.tidemark.model.workload;

import io.tidemark.driver.Quantities;
import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.workload.ProducerRate.Search;
import io.tidemark.model.workload.SearchSpec.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the highest sustainable rate is searched, with {@code producerRate: 0}. */
record SearchReader(WorkloadFields fields) {
  private static final double MOST_TRIALS = 100;
  private static final double SHORTEST_TRIAL = 1e9;

  static final List<Setting> KEYS = new ArrayList<>();
  static final WorkloadKey<String> SEARCH =
      WorkloadKey.of(
              "search",
              "The search for the highest sustainable rate, with `producerRate: 0`; or for another"
                  + " limit, with `over`.",
              Type.SECTION)
          .in(KEYS);
  static final WorkloadKey<Quantity> OVER =
      WorkloadKey.named(
              "search.over",
              "What is searched: the rate, or, at the rate of `producerRate`, numbers of clients"
                  + " (`requesters` with `pattern: request-reply`) or the message size, up to"
                  + " those of the workload.",
              Quantity::key,
              Quantity.values())
          .byDefault(Quantity.RATE)
          .in(KEYS);
  private static final WorkloadKey<Double> START =
      WorkloadKey.of(
              "search.startAt",
              "Rate, number or size of the first trial; any guess above 0. Default: a rate of"
                  + " 1000, a size of 100, one client, all consumers.",
              text -> Type.RATE.number(text).or(() -> Type.SIZE.number(text)),
              Type.RATE,
              Type.SIZE)
          .atLeast(1)
          .in(KEYS);
  private static final WorkloadKey<Duration> WARM_UP =
      WorkloadKey.duration(
              "search.warmupDuration",
              "Warm-up before the first trial, with rates that follow what the system handles;"
                  + " nothing of it counts. Default: `warmupDuration`, which is also that of the"
                  + " measured run.")
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
      WorkloadKey.duration("search.timeLimit", "No trial begins later after the warm-up.")
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
    if (fields.section(SEARCH).get(OVER) != Quantity.RATE) {
      return rate;
    }
    if (rate instanceof Search && pattern == Pattern.PUBSUB) {
      conflicts(time, "a rate search (producerRate: 0)");
      return new Search(spec(fields.section(SEARCH), Quantity.RATE, 0, time));
    }
    if (rate instanceof Search && pattern.fillsFirst()) {
      fields.error(
          LoadSpec.PRODUCER_RATE,
          "a rate search is not possible with %s, got 0; allowed a number above 0, or max"
              .formatted(pattern.key()));
    }
    if (fields.has(SEARCH) && !fields.haveErrors()) {
      fields.error(SEARCH, "needs producerRate: 0 and pattern: pubsub; leave the key out");
    }
    return rate;
  }

  /** The search for another quantity than the rate; empty for none. */
  Optional<SearchSpec> other(
      ProducerRate rate, Pattern pattern, TimeSpec time, Optional<PayloadSpec> payload) {
    WorkloadFields section = fields.section(SEARCH);
    Quantity over = section.get(OVER);
    if (over == Quantity.RATE) {
      return Optional.empty();
    }
    boolean asks = pattern == Pattern.REQUEST_REPLY;
    if (asks != (over == Quantity.REQUESTERS) || !asks && pattern != Pattern.PUBSUB) {
      String allowed = over == Quantity.REQUESTERS ? "request-reply" : "pubsub";
      section.error(OVER, over.key() + " needs pattern: " + allowed + ", got " + pattern.key());
    }
    if (!fields.items(RequestReplyReader.REQUESTERS).isEmpty()) {
      fields.error(
          RequestReplyReader.REQUESTERS, "a search has no sweep; allowed the largest number");
    }
    if (rate instanceof Search) {
      fields.error(
          LoadSpec.PRODUCER_RATE,
          "a search over " + over.key() + " needs a rate above 0, or max; got 0");
    }
    if (over == Quantity.CONSUMERS && fields.get(DestinationSpec.CONSUMERS) == 0) {
      section.error(
          OVER, over.key() + " needs consumers; allowed with consumerPerSubscription from 1");
    }
    if (over == Quantity.MESSAGE_SIZE && fields.has(SizeReader.DISTRIBUTION)) {
      fields.error(
          SizeReader.DISTRIBUTION, "a search over messageSize has one size; allowed messageSize");
    }
    if (section.has(MEASURE_AT)) {
      section.error(MEASURE_AT, "only a rate has shares; leave the key out");
    }
    if (fields.get(ConsumerSpec.BACKLOG_GIB) > 0) {
      fields.error(ConsumerSpec.BACKLOG_GIB, "cannot be combined with a search; allowed 0");
    }
    if (fields.has(FaultReader.FAULTS)) {
      fields.error(FaultReader.FAULTS, "cannot be combined with a search; leave the key out");
    }
    conflicts(time, "a search over " + over.key());
    return Optional.of(spec(section, over, most(over, payload), time));
  }

  /** The workload's own number. */
  private double most(Quantity over, Optional<PayloadSpec> payload) {
    return switch (over) {
      case RATE -> SearchSpec.DEFAULT.most();
      case PRODUCERS -> fields.get(DestinationSpec.PRODUCERS);
      case CONSUMERS -> fields.get(DestinationSpec.CONSUMERS);
      case REQUESTERS ->
          fields.text(RequestReplyReader.REQUESTERS).flatMap(Type.NUMBER::number).orElse(1.0);
      case MESSAGE_SIZE ->
          payload.map(spec -> (double) spec.sizes().get(0).payloadBytes()).orElse(1.0);
    };
  }

  private static double usualStart(Quantity over, double most) {
    return switch (over) {
      case RATE -> SearchSpec.DEFAULT.start();
      case MESSAGE_SIZE -> Math.min(100, most);
      case CONSUMERS -> most;
      case PRODUCERS, REQUESTERS -> 1;
    };
  }

  private void conflicts(TimeSpec time, String what) {
    if (fields.has(ChurnSpec.CHURN)) {
      fields.error(ChurnSpec.CHURN, "cannot be combined with " + what + "; leave the key out");
    }
    if (!time.phases().isEmpty()) {
      fields.error(
          PhaseReader.PHASES, "cannot be combined with " + what + "; allowed with a rate above 0");
    }
    if (fields.get(LoadSpec.MESSAGE_LIMIT) > 0) {
      fields.error(LoadSpec.MESSAGE_LIMIT, "cannot be combined with " + what + "; allowed 0");
    }
  }

  private static SearchSpec spec(
      WorkloadFields given, Quantity over, double mostOfWorkload, TimeSpec time) {
    double most = over == Quantity.RATE ? SearchSpec.DEFAULT.most() : Math.max(1, mostOfWorkload);
    double start = given.given(START).orElseGet(() -> usualStart(over, most));
    Type form = over == Quantity.MESSAGE_SIZE ? Type.SIZE : Type.RATE;
    given
        .text(START)
        .filter(text -> form.number(text).or(() -> Type.NUMBER.number(text)).isEmpty())
        .ifPresent(
            text ->
                given.error(START, "wrong value, got " + text + "; allowed " + form.description()));
    if (over != Quantity.RATE && start > most) {
      given.error(
          START,
          "is above that of the workload, got %.0f; allowed at most %.0f".formatted(start, most));
    }
    Duration trial = given.get(TRIAL);
    Duration usual = given.get(SHORT_TRIAL);
    boolean shorter = !given.has(SHORT_TRIAL) && trial.compareTo(usual) < 0;
    SearchSpec spec =
        new SearchSpec(
            over,
            Math.max(1, start),
            most,
            given.given(WARM_UP).orElseGet(time::warmup),
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

  static void write(Workload workload, Map<String, Object> map) {
    workload
        .search()
        .ifPresent(
            spec -> {
              Map<String, Object> section = new LinkedHashMap<>();
              OVER.put(section, spec.over());
              START.put(section, spec.start());
              WARM_UP.put(section, spec.warmUp());
              TRIAL.put(section, spec.trial());
              SHORT_TRIAL.put(section, spec.shortTrial());
              PRECISION.put(section, spec.precision());
              MAX_TRIALS.put(section, spec.maxTrials());
              TIME_LIMIT.put(section, spec.timeLimit());
              if (spec.over() == Quantity.RATE) {
                MEASURE_AT.put(section, spec.measureAt());
              }
              map.put(SEARCH.name(), section);
            });
  }
}
