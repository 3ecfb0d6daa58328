package io.tidemark.model.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.Key;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.BurstKeys;
import io.tidemark.model.load.CurveKeys;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.load.ReplayKeys;
import java.util.Optional;

/**
 * How fast messages are sent, and how many.
 *
 * @param rate open loop, closed loop or search
 * @param arrivals spacing of an open loop
 * @param arrivalVariation of gamma arrivals
 * @param arrivalBatch messages that arrive together
 * @param topicZipfExponent of the shares of topics; empty for equal ones
 * @param rateCurve of an open loop, in place of one rate; complete
 * @param bursts of all producers together
 * @param replay of a trace, whose numbers of messages over time are in the rateCurve, too
 * @param maxInFlightPerProducer window or cap; empty: chosen from heap and number of producers
 * @param inFlightUntil what that limit counts
 * @param messageLimit messages over all producers, 0 for none
 * @param search for another quantity than the rate; empty for none
 */
@RecordBuilder
public record LoadSpec(
    @Key(
            name = "producerRate",
            value =
                "Messages per second over all producers: an open loop that does not wait"
                    + " for the broker. `max`: a closed loop, as fast as the window of each"
                    + " producer allows. 0: search for the highest sustainable rate.",
            types = Type.RATE,
            words = ProducerRate.MAX,
            range = "0..",
            orElse = "0")
        ProducerRate rate,
    @Key(
            value =
                "Intervals between messages of an open loop: equal, random as with independent"
                    + " clients (`poisson`), or random with a stated `arrivalVariation` (`gamma`).",
            orElse = "uniform")
        Arrivals arrivals,
    @Key(
            value =
                "Standard deviation of the intervals of `arrivals: gamma` over their mean: 1 is as"
                    + " `poisson`, more comes in bursts, less is more even. The number of messages"
                    + " in a long time varies with its square. Each producer has its own"
                    + " intervals.",
            range = "0.01..100")
        Optional<Double> arrivalVariation,
    @Key(
            value =
                "Messages of a producer that are due at the same time. The interval until the next"
                    + " ones is as much longer, so the rate stays the same.",
            range = "1..1000000",
            orElse = "1")
        int arrivalBatch,
    @Key(
            value =
                "Popularity of topics by Zipf's law: the k-th topic has a weight of 1 divided by k"
                    + " to this power, and that share of the messages. More makes the first topics"
                    + " more popular. If absent, all topics have the same rate.",
            types = Type.NUMBER,
            range = "0.01..10")
        Optional<Double> topicZipfExponent,
    @Key(
            "Instead of `producerRate`: rates over the measured time, with straight lines between"
                + " points. Before it (`warmupDuration`) the first rate holds, after the last"
                + " point the last one.")
        Optional<CurveKeys> rateCurve,
    @Key(
            "Bursts of all producers together, at random times by `seed`: the rate of the load is"
                + " multiplied in and between them, so that its mean stays the same. With"
                + " `arrivals: poisson` a Markov-modulated Poisson process.")
        Optional<BurstKeys> bursts,
    @Key(
            "Instead of a rate and of sizes: sends the messages of a trace at their times, with"
                + " their sizes and keys. `warmupDuration` is its first part; without"
                + " `testDuration` the rest is measured.")
        Optional<ReplayKeys> replay,
    @Key(
            value =
                "Most unacknowledged messages per producer. If absent, calculated from the"
                    + " heap and the number of producers; in a closed loop from 1,000 to 10,000,"
                    + " as the driver's client buffers.",
            range = "1..1000000")
        Optional<Integer> maxInFlightPerProducer,
    @Key(
            value =
                "What ends the flight of a message: its acknowledgement, or both that and its"
                    + " reception. With `received` and `maxInFlightPerProducer: 1` a producer sends"
                    + " a message when the last one has been received; a lost message stops it."
                    + " `received` needs `pattern: pubsub`, one subscription, and producers and"
                    + " consumers in one worker.",
            orElse = "acknowledged")
        InFlightUntil inFlightUntil,
    @Key(
            value = "Messages over all producers; then the load ends. 0: no limit.",
            range = "0..9000000000000000000",
            orElse = "0")
        long messageLimit,
    @Key(
            "The search for the highest sustainable rate, with `producerRate: 0`; or for another"
                + " limit, with `over`.")
        Optional<SearchSpec> search)
    implements LoadSpecBuilder.With {

  /** How an open loop spreads its messages in time. */
  public ArrivalProcess arrivalProcess() {
    double variation =
        switch (arrivals) {
          case UNIFORM -> 0;
          case POISSON -> 1;
          case GAMMA -> arrivalVariation.orElseThrow();
        };
    return new ArrivalProcess(arrivals, variation, arrivalBatch);
  }
}
