package io.tidemark.coordinator.search;

import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Supplier;

/** The systems of the issue, each with its highest sustainable rate. */
final class SimulatedSystems {
  private static final double CAPACITY = 20_000;

  private SimulatedSystems() {}

  /**
   * A system and its truth: the highest constant rate whose backlog does not grow over a
   * full-length trial.
   */
  record Case(String name, double truth, Supplier<SimulatedSystem> make) {
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * A bucket with the tokens of 1 second, refilled at the capacity. Over a full-length trial of 30
   * s a full bucket adds 1/30 of the capacity; over a short one of 5 s it adds 1/5.
   */
  static Case tokenBucket() {
    return new Case(
        "token bucket",
        CAPACITY * (1 + 1 / 30.0),
        () ->
            new SimulatedSystem() {
              private double tokens = CAPACITY;

              @Override
              double publishCapacity(double seconds, double waiting) {
                tokens = Math.min(CAPACITY, tokens + CAPACITY * STEP_SECONDS);
                return tokens / STEP_SECONDS;
              }

              @Override
              void published(double messages) {
                tokens -= messages;
              }
            });
  }

  /** Each message takes the same time: the truth is the inverse of that. */
  static Case fixedServiceTime() {
    return withoutMemory("fixed service time", (seconds, waiting) -> CAPACITY);
  }

  /** A system whose capacity has 10 % noise, constant for 100 ms. */
  static Case noisy(long seed) {
    return new Case(
        "noisy service time, seed " + seed,
        CAPACITY,
        () ->
            new SimulatedSystem() {
              private final Random random = new Random(seed);
              private double until;
              private double capacity = CAPACITY;

              @Override
              double publishCapacity(double seconds, double waiting) {
                if (seconds >= until) {
                  until = seconds + 0.1;
                  capacity = CAPACITY * Math.max(0, 1 + 0.1 * random.nextGaussian());
                }
                return capacity;
              }
            });
  }

  /**
   * Half of the capacity is lost with 1 second's messages waiting, and no more than 80 %
   * altogether. At a constant rate up to the full capacity nothing waits, so that is the truth.
   */
  static Case fallingWithBacklog() {
    return withoutMemory(
        "capacity that falls with the backlog",
        (seconds, waiting) -> {
          double queued = Math.max(0, waiting - CAPACITY * 2 * SimulatedSystem.STEP_SECONDS);
          return CAPACITY * Math.max(0.2, 1 / (1 + queued / CAPACITY));
        });
  }

  /** A quarter of the capacity at first, all of it after a minute: that is the truth. */
  static Case warmUp() {
    return withoutMemory(
        "warm-up of one minute",
        (seconds, waiting) -> CAPACITY * Math.min(1, 0.25 + 0.75 * seconds / 60));
  }

  /** The broker accepts 3 times what consumers receive: the truth is the limit of the consumers. */
  static Case slowConsumers() {
    return new Case(
        "consumers with a third of the publish limit",
        CAPACITY,
        () -> system((seconds, waiting) -> 3 * CAPACITY, CAPACITY));
  }

  /** The other way round: the truth is the publish limit. */
  static Case slowBroker() {
    return new Case(
        "consumers with 3 times the publish limit",
        CAPACITY,
        () -> system((seconds, waiting) -> CAPACITY, 3 * CAPACITY));
  }

  /** Nothing is handled for 20 s; the truth is the capacity at other times. */
  static Case outage(double atSeconds) {
    return new Case(
        "outage of 20 s after " + (int) atSeconds + " s",
        CAPACITY,
        () -> silentBetween(atSeconds, atSeconds + 20));
  }

  /** Handles nothing from a moment on. */
  static SimulatedSystem deadAfter(double atSeconds) {
    return silentBetween(atSeconds, Double.POSITIVE_INFINITY);
  }

  private static SimulatedSystem silentBetween(double from, double to) {
    return system(
        (seconds, waiting) -> seconds >= from && seconds < to ? 0 : CAPACITY,
        Double.POSITIVE_INFINITY);
  }

  /** What is published follows from the time and from what waits; all of it is consumed. */
  private static Case withoutMemory(String name, DoubleBinaryOperator publishCapacity) {
    return new Case(name, CAPACITY, () -> system(publishCapacity, Double.POSITIVE_INFINITY));
  }

  private static SimulatedSystem system(
      DoubleBinaryOperator publishCapacity, double consumeCapacity) {
    return new SimulatedSystem() {
      @Override
      double publishCapacity(double seconds, double waiting) {
        return publishCapacity.applyAsDouble(seconds, waiting);
      }

      @Override
      double consumeCapacity() {
        return consumeCapacity;
      }
    };
  }
}
