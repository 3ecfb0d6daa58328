package io.tidemark.model.workload;

import static io.tidemark.model.workload.SearchSpec.Quantity.RATE;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.BurstKeys;
import io.tidemark.model.load.CurveKeys;
import io.tidemark.model.load.ReplayKeys;
import java.util.Optional;

/**
 * The keys that a {@link Load} is made of.
 *
 * @param rate open loop, closed loop or search
 * @param arrivals spacing of an open loop
 * @param topicZipfExponent of the shares of topics; empty for equal ones
 * @param rateCurve of an open loop, in place of one rate
 * @param bursts of all producers together
 * @param replay of a trace, whose numbers of messages over time are in the rateCurve of a run
 * @param search for the rate or another quantity
 */
@RecordBuilder
public record LoadKeys(
    @Key(
            name = "producerRate",
            value =
                "Messages per second over all producers: an open loop that does not wait"
                    + " for the broker. `max`: a closed loop, as fast as the window of each"
                    + " producer allows. 0: search for the highest sustainable rate.",
            types = Type.RATE,
            words = ProducerRate.WORD_OF_MAX,
            range = "0..",
            orElse = "0")
        ProducerRate rate,
    ArrivalProcess arrivals,
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
            "Bursts of all producers together, at random times by `seed`, also in the warm-up: the"
                + " rate of the load is multiplied in and between them, so that its mean stays the"
                + " same. With `arrivals: poisson` a Markov-modulated Poisson process.")
        Optional<BurstKeys> bursts,
    @Key(
            "Instead of a rate and of sizes: sends the messages of a trace at their times, with"
                + " their sizes and keys. `warmupDuration` is its first part; without"
                + " `testDuration` the rest is measured.")
        Optional<ReplayKeys> replay,
    SendLimits limits,
    @Key(
            "The search for the highest sustainable rate, with `producerRate: 0`; or for another"
                + " limit, with `over`.")
        Optional<SearchSpec> search)
    implements LoadKeysBuilder.With {

  /** The keys that give a load again. */
  static LoadKeys of(Load load, SendLimits limits) {
    Optional<Load.OpenLoop> open = load.paced();
    double perSecond = open.map(each -> each.rate().meanPerSecond()).orElse(0.0);
    ProducerRate rate = load.isClosedLoop() ? ProducerRate.MAX : new ProducerRate(perSecond);
    boolean searched = load.search().filter(spec -> spec.over() == RATE).isPresent();
    return LoadKeysBuilder.builder()
        .rate(searched ? ProducerRate.SEARCHED : rate)
        .arrivals(load.arrivals())
        .topicZipfExponent(load.topicZipfExponent())
        .rateCurve(open.flatMap(each -> each.rate().curveKeys()))
        .bursts(open.flatMap(Load.OpenLoop::bursts))
        .replay(load.replay())
        .limits(limits)
        .search(load.search())
        .build();
  }

  /**
   * The load that these ask for.
   *
   * @param given the rate, which may follow from other keys
   * @param curve complete
   * @param trace with its curve
   * @param spec complete; of the rate if that is not given
   */
  public Load load(
      ProducerRate given,
      Optional<CurveKeys> curve,
      Optional<ReplayKeys> trace,
      Optional<SearchSpec> spec) {
    Optional<Load.Rate> rate =
        curve
            .<Load.Rate>map(points -> new Load.Curved(points, trace))
            .or(
                () ->
                    Optional.of(
                            given.isSearched()
                                ? spec.map(SearchSpec::start).orElse(0.0)
                                : given.perSecond())
                        .filter(perSecond -> perSecond > 0 && !given.isMax())
                        .map(Load.Constant::new));
    Load load =
        rate.<Load>map(some -> new Load.OpenLoop(some, arrivals, topicZipfExponent, bursts))
            .orElseGet(() -> given.isMax() ? new Load.ClosedLoop() : new Load.None());
    return spec.<Load>map(search -> new Load.Search(search, load)).orElse(load);
  }
}
