package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.InFlightUntil;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How fast messages are sent, and how many.
 *
 * @param rate open loop, closed loop or search
 * @param arrivals spacing of an open loop
 * @param maxInFlightPerProducer window or cap; empty: chosen from heap and number of producers
 * @param inFlightUntil what that limit counts
 * @param messageLimit messages over all producers, 0 for none
 * @param search for another quantity than the rate; empty for none
 */
public record LoadSpec(
    ProducerRate rate,
    Arrivals arrivals,
    Optional<Integer> maxInFlightPerProducer,
    InFlightUntil inFlightUntil,
    long messageLimit,
    Optional<SearchSpec> search) {
  static final double MAX_LONG = 9e18;

  static final List<Setting> KEYS = new ArrayList<>();
  static final WorkloadKey<ProducerRate> PRODUCER_RATE = RateReader.KEY.in(KEYS);
  static final WorkloadKey<Arrivals> ARRIVALS =
      WorkloadKey.words(
              "arrivals",
              "Intervals between messages of an open loop: equal, or random as with"
                  + " independent clients.",
              Arrivals.values())
          .byDefault(Arrivals.UNIFORM)
          .in(KEYS);
  static final WorkloadKey<Integer> MAX_IN_FLIGHT =
      WorkloadKey.count(
              "maxInFlightPerProducer",
              "Most unacknowledged messages per producer. If absent, calculated from the"
                  + " heap and the number of producers; in a closed loop from 1,000 to 10,000,"
                  + " as the driver's client buffers.")
          .atLeast(1)
          .in(KEYS);
  static final WorkloadKey<InFlightUntil> IN_FLIGHT_UNTIL =
      WorkloadKey.words(
              "inFlightUntil",
              "What ends the flight of a message: its acknowledgement, or both that and its"
                  + " reception. With `received` and `maxInFlightPerProducer: 1` a producer sends a"
                  + " message when the last one has been received; a lost message stops it."
                  + " `received` needs `pattern: pubsub`, one subscription, and producers and"
                  + " consumers in one worker.",
              InFlightUntil.values())
          .byDefault(InFlightUntil.ACKNOWLEDGED)
          .in(KEYS);
  static final WorkloadKey<Long> MESSAGE_LIMIT =
      WorkloadKey.integer(
              "messageLimit", "Messages over all producers; then the load ends. 0: no limit.")
          .atLeast(0)
          .atMost(MAX_LONG)
          .byDefault(0L)
          .in(KEYS);

  /** Until acknowledged, and without a search, or with one for the rate. */
  public LoadSpec(
      ProducerRate rate,
      Arrivals arrivals,
      Optional<Integer> maxInFlightPerProducer,
      long messageLimit) {
    this(
        rate,
        arrivals,
        maxInFlightPerProducer,
        InFlightUntil.ACKNOWLEDGED,
        messageLimit,
        Optional.empty());
  }

  static LoadSpec read(WorkloadFields fields, ProducerRate rate, Optional<SearchSpec> search) {
    return new LoadSpec(
        rate,
        fields.get(ARRIVALS),
        fields.given(MAX_IN_FLIGHT),
        fields.get(IN_FLIGHT_UNTIL),
        fields.get(MESSAGE_LIMIT),
        search);
  }

  /** The same without a search for another quantity. */
  LoadSpec withoutSearch() {
    return with(rate);
  }

  LoadSpec at(double ratePerSecond) {
    return with(new ProducerRate.OpenLoop(ratePerSecond));
  }

  private LoadSpec with(ProducerRate other) {
    return new LoadSpec(
        other, arrivals, maxInFlightPerProducer, inFlightUntil, messageLimit, Optional.empty());
  }

  void write(Map<String, Object> map) {
    PRODUCER_RATE.put(map, rate);
    ARRIVALS.put(map, arrivals);
    maxInFlightPerProducer.ifPresent(cap -> MAX_IN_FLIGHT.put(map, cap));
    IN_FLIGHT_UNTIL.put(map, inFlightUntil);
    MESSAGE_LIMIT.put(map, messageLimit);
  }
}
