package io.tidemark.driver.ibmmq.config;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Consuming;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.DestinationType;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Provider;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.SetupMode;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.settings.SettingValues;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What consumers of a run do with messages, and the queues and sessions that this needs. */
public record RunOutcomes(Optional<OutcomeRequest> wanted) {
  public static final RunOutcomes NONE = new RunOutcomes(Optional.empty());

  /**
   * What the broker does with refused messages of a queue.
   *
   * @param deadLetters queue of those that it gives up
   * @param delay until a message is delivered again
   */
  public record Refusals(String deadLetters, OptionalInt giveUpAfter, Duration delay) {}

  /** The file, with sessions that can roll back a message, unless it says otherwise. */
  public static SettingValues defaults(SettingValues file) {
    return file.orElse(Map.of("consuming", Map.of("acknowledge", "transacted")));
  }

  /** Why queues and consumers of a file cannot do it; empty if they can. */
  public static Optional<String> problem(OutcomeRequest wanted, IbmMqConfiguration read) {
    boolean artemis = read.provider() == Provider.ARTEMIS;
    boolean delays = wanted.outcomes().contains(Outcome.DELAY);
    Consuming consuming = read.consuming();
    if (wanted.outcomes().contains(Outcome.ABANDON)) {
      return Optional.of("abandoned: JMS has no lock that ends; allowed released and rejected");
    }
    if (delays && (!artemis || wanted.outcomes().contains(Outcome.RELEASE))) {
      return Optional.of(
          "delayed: only Artemis has a delay, for all messages of a queue that are given back;"
              + " allowed with provider: artemis, without released");
    }
    if (!consuming.transacted() || consuming.acknowledgeEvery() > 1) {
      return Optional.of(
          "released: rolls a session back that has one message; allowed with consuming.acknowledge:"
              + " transacted, which is the default then, and acknowledgeEvery: 1");
    }
    boolean queues = read.destinations().type() == DestinationType.QUEUE;
    if (!queues && wanted.deadLetters()) {
      return Optional.of(
          "deadLetters: belong to a queue; allowed with destinationType: queue, or deadLetters:"
              + " false");
    }
    boolean makes = artemis || read.setup().mode() == SetupMode.PCF;
    if ((delays || wanted.giveUpAfter().isPresent())
        && (!queues || !makes || !read.destinations().queues().pattern().isEmpty())) {
      return Optional.of(
          (delays ? "delayed" : "giveUpAfter")
              + ": is an attribute of queues that the run makes; allowed with provider: artemis or"
              + " setup.mode: pcf, destinationType: queue, and without queues.pattern");
    }
    return Optional.empty();
  }

  /** Whether rejected messages become dead letters, which consumers of the run read. */
  public boolean readsDeadLetters() {
    return wanted.filter(OutcomeRequest::deadLetters).isPresent();
  }

  /** Whether the broker needs a queue for what it gives up: without one it may keep it. */
  public boolean needsDeadLetterQueue() {
    return readsDeadLetters() || wanted.filter(any -> any.giveUpAfter().isPresent()).isPresent();
  }

  /** The existing queue of the run's dead letters. */
  public Optional<String> namedQueue() {
    return wanted.flatMap(OutcomeRequest::deadLetterDestination);
  }

  /**
   * What queues are made with.
   *
   * @param deadLetters queue for them
   */
  public Optional<Refusals> refusals(String deadLetters) {
    return wanted
        .filter(any -> any.giveUpAfter().isPresent() || any.outcomes().contains(Outcome.DELAY))
        .map(
            any ->
                new Refusals(
                    deadLetters,
                    any.giveUpAfter(),
                    any.outcomes().contains(Outcome.DELAY) ? any.delay() : Duration.ZERO));
  }
}
