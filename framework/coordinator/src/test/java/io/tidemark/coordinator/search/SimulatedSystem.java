package io.tidemark.coordinator.search;

/**
 * A system under test in simulated time. Messages wait at the producers until the broker takes
 * them, and at the broker until consumers take them.
 */
abstract class SimulatedSystem {
  static final double STEP_SECONDS = 0.01;

  private double now;
  private double atProducers;
  private double atBroker;
  private double received;

  /** Messages per second that the broker accepts. */
  abstract double publishCapacity(double seconds, double waiting);

  /** Messages per second that consumers receive; no limit if not overridden. */
  double consumeCapacity() {
    return Double.POSITIVE_INFINITY;
  }

  /** Some capacity was used. */
  void published(double messages) {}

  final void step(double ratePerSecond) {
    atProducers += ratePerSecond * STEP_SECONDS;
    double published = Math.min(atProducers, publishCapacity(now, outstanding()) * STEP_SECONDS);
    published(published);
    atProducers -= published;
    atBroker += published;
    double consumed = Math.min(atBroker, consumeCapacity() * STEP_SECONDS);
    atBroker -= consumed;
    received += consumed;
    now += STEP_SECONDS;
  }

  /** Messages that are due and were never sent are dropped after a trial, up to those in flight. */
  final void dropDebt(double mostInFlight) {
    atProducers = Math.min(atProducers, mostInFlight);
  }

  final double outstanding() {
    return atProducers + atBroker;
  }

  final double received() {
    return received;
  }

  final double seconds() {
    return now;
  }
}
