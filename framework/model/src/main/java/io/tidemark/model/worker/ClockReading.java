package io.tidemark.model.worker;

/**
 * A worker's clock, read once, with four time stamps: two of the worker, in epoch nanoseconds of
 * its clock (monotonic clock plus anchor), and two of the caller, by its {@link System#nanoTime()}.
 * What the worker does between its two stamps does not make the reading less exact.
 *
 * @param epochNanos the worker's time, read as late as possible before the answer leaves
 * @param receivedEpochNanos the worker's time when the question arrived
 * @param askedNanoTime the caller's clock before the question left
 * @param arrivedNanoTime the caller's clock after the answer arrived
 */
public record ClockReading(
    long epochNanos, long receivedEpochNanos, long askedNanoTime, long arrivedNanoTime) {

  /** A reading in the caller's process. */
  public static ClockReading local(long epochNanos, long nanoTime) {
    return new ClockReading(epochNanos, epochNanos, nanoTime, nanoTime);
  }

  /** A reading whose question arrived earlier. */
  public ClockReading received(long earlierNanos) {
    return new ClockReading(
        epochNanos, receivedEpochNanos - earlierNanos, askedNanoTime, arrivedNanoTime);
  }

  /** A reading with the stamps of another caller. */
  public ClockReading between(long asked, long arrived) {
    return new ClockReading(epochNanos, receivedEpochNanos, asked, arrived);
  }
}
