package io.tidemark.model.workload;

import static io.tidemark.model.yaml.Form.BOOLEAN;
import static io.tidemark.model.yaml.Form.DURATION;
import static io.tidemark.model.yaml.Form.INTEGER;
import static io.tidemark.model.yaml.Form.LIST;
import static io.tidemark.model.yaml.Form.MAP;
import static io.tidemark.model.yaml.Form.NUMBER;
import static io.tidemark.model.yaml.Form.SECTION;
import static io.tidemark.model.yaml.Form.SIZE;
import static io.tidemark.model.yaml.Form.STRING;

import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.yaml.KeyRule;
import io.tidemark.model.yaml.Quantities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every key of a workload file: the one source of checking, defaults, JSON Schema and reference
 * page.
 */
public final class WorkloadKeys {
  private static final double MILLISECOND = 1e6;
  private static final double MAX_MESSAGE_BYTES = 1 << 30;
  private static final double MAX_RATE = 1e9;
  static final double MAX_COUNT = 1_000_000;
  private static final double MAX_ITERATIONS = 10_000;
  private static final double MAX_MINUTES = Quantities.LONGEST.toMinutes();
  private static final double MAX_LONG = 9e18;

  private WorkloadKeys() {}

  /** In the order of the reference page. */
  public static List<KeyRule> rules() {
    List<KeyRule> rules = new ArrayList<>();
    Stream.of(
            destinations(), messages(), payload(), load(), time(), consuming(), asking(), judging())
        .forEach(rules::addAll);
    return List.copyOf(rules);
  }

  private static List<KeyRule> destinations() {
    return List.of(
        KeyRule.of(
            "name", "Shown in results. The file's name without its ending, if absent.", STRING),
        count("topics", "Topics to create. Not needed with `topicNames`.").atLeast(1),
        count(
                "partitionsPerTopic",
                "Partitions of each topic. Brokers without partitions ignore it.")
            .atLeast(1)
            .withDefault(1),
        KeyRule.of("topicNames", "Existing topics to use instead of creating some.", LIST),
        KeyRule.of("topicNames[]", "Name of a topic.", STRING),
        KeyRule.of(
            "fromRun",
            "With `pattern: consume-only`: the run that filled the topics, as the folder of its"
                + " results or its id. Its messages are measured and audited instead of being"
                + " counted as foreign. With the folder, acknowledged messages that do not arrive"
                + " are reported as lost; with the id, loss is not known.",
            STRING),
        count("subscriptionsPerTopic", "Subscriptions of each topic. 0: nobody consumes.")
            .withDefault(0),
        count("producersPerTopic", "Producers of each topic.").withDefault(0),
        count("consumerPerSubscription", "Consumers of each subscription. 0: nobody consumes.")
            .withDefault(0));
  }

  private static List<KeyRule> messages() {
    return List.of(
        size("messageSize", "Size of every message, envelope included."),
        KeyRule.of(
            "messageSizeDistribution",
            "Several sizes with their weights instead of one: `100: 70, 1KB: 30` as text or as a"
                + " map, or a list of `{size, weight}`.",
            STRING,
            MAP,
            LIST),
        KeyRule.of("messageSizeDistribution[]", "One size with its weight.", SECTION),
        size("messageSizeDistribution[].size", "Size of the message.").asRequired(),
        KeyRule.of("messageSizeDistribution[].weight", "Relative frequency.", NUMBER)
            .asRequired()
            .atLeast(0),
        KeyRule.words(
                "keyDistributor",
                "Keys of the messages. KEY_ROUND_ROBIN, RANDOM_NANO (uniform) and KEY_ZIPF draw"
                    + " from 10,000 keys.",
                Arrays.stream(KeyDistribution.values()).map(Enum::name).toList())
            .withDefault(KeyDistribution.NO_KEY),
        KeyRule.of("envelope", "How messages carry time stamp, producer and number.", SECTION),
        KeyRule.words(
                "envelope.position",
                "Where in the message. `off`: no latency below a millisecond and no audit.",
                List.of("prefix", "trailer", "off"))
            .withDefault("prefix"),
        KeyRule.words(
                "envelope.form",
                "`text`: ASCII only, for brokers and filters that want text.",
                List.of("binary", "text"))
            .withDefault("binary"),
        KeyRule.of(
                "seed",
                "Of everything random: payloads, keys, arrivals, names of subscriptions.",
                INTEGER)
            .atLeast(-MAX_LONG)
            .atMost(MAX_LONG)
            .withDefault(1));
  }

  private static List<KeyRule> payload() {
    return List.of(
        KeyRule.of(
            "payloadFile",
            "File with the body of every message, of exactly `messageSize`"
                + " bytes. Looked for in the working directory, beside the workload file and in the"
                + " folder above it.",
            STRING),
        KeyRule.of(
                "useRandomizedPayloads",
                "Random bodies, as OMB makes them: random bytes, then" + " zeros.",
                BOOLEAN)
            .withDefault(false),
        share("randomBytesRatio", "Share of random bytes in such a body.").withDefault("0.0"),
        count("randomizedPayloadPoolSize", "Number of different random bodies.").withDefault(0),
        KeyRule.of("payload", "What bodies consist of, instead of OMB's four keys.", SECTION),
        share(
            "payload.entropy",
            "Share of the body that does not compress: 0 all the same, 1 incompressible."),
        share(
            "payload.compressedShare",
            "The same as `payload.entropy`, named after what a good" + " compressor makes of it."),
        count("payload.poolSize", "Number of different bodies.").atLeast(1).withDefault(1000),
        KeyRule.of(
            "payload.corpus",
            "Folder whose files are the bodies, in turn, in the order of their names. Cut or"
                + " repeated to `messageSize`; without that they must be equally long.",
            STRING),
        KeyRule.of(
            "payload.template",
            "Text of a body; `#{n}` is a running number, `#{random:8}`"
                + " eight random letters and digits.",
            STRING));
  }

  private static List<KeyRule> load() {
    return List.of(
        KeyRule.of(
                "producerRate",
                "Messages per second over all producers: an open loop that does not wait for the"
                    + " broker. `max`: a closed loop, as fast as the window of each producer"
                    + " allows. 0: search for the highest rate that holds.",
                NUMBER)
            .atLeast(0)
            .orWords("max")
            .withDefault(0),
        KeyRule.words(
                "arrivals",
                "Spacing of an open loop: equal, or random as of independent" + " clients.",
                List.of("uniform", "poisson"))
            .withDefault("uniform"),
        count(
                "maxInFlightPerProducer",
                "Messages sent and not yet acknowledged, at most, per"
                    + " producer. If absent, chosen from the heap and the number of producers.")
            .atLeast(1),
        KeyRule.of(
                "messageLimit",
                "Messages over all producers; then the load ends. 0: no limit.",
                INTEGER)
            .atLeast(0)
            .atMost(MAX_LONG)
            .withDefault(0),
        KeyRule.words(
                "pattern",
                "`fill-then-drain`: producers alone, then consumers alone."
                    + " `consume-only`: consumers alone, on what is there. `request-reply`:"
                    + " requesters ask, responders answer.",
                Arrays.stream(Pattern.values()).map(Pattern::key).toList())
            .withDefault(Pattern.PUBSUB.key()));
  }

  private static List<KeyRule> time() {
    return List.of(
        KeyRule.of("testDuration", "Length of the measured part.", DURATION)
            .atLeast(MILLISECOND)
            .orWords("unlimited"),
        KeyRule.of(
                "testDurationMinutes",
                "The same in minutes, as in OMB. 0: until interrupted.",
                INTEGER)
            .atLeast(0)
            .atMost(MAX_MINUTES),
        KeyRule.of("warmupDuration", "Length of the part before it that does not count.", DURATION)
            .atLeast(0),
        KeyRule.of(
                "warmupDurationMinutes",
                "The same in minutes, as in OMB. 1 if both are absent.",
                INTEGER)
            .atLeast(0)
            .atMost(MAX_MINUTES),
        KeyRule.of("sampleInterval", "Distance of the samples on the timeline.", DURATION)
            .atLeast(100 * MILLISECOND)
            .withDefault("1s"),
        count("iterations", "How often the run is repeated.")
            .atLeast(1)
            .atMost(MAX_ITERATIONS)
            .withDefault(1),
        KeyRule.of(
            "phases",
            "Stretches of the measured part, one after the other. What a phase"
                + " does not name stays as it was.",
            LIST),
        KeyRule.of("phases[]", "One stretch.", SECTION),
        KeyRule.of(
            "phases[].name",
            "Unique in the file and not `warm-up`, `drain` or another part of every run; `phase-1`,"
                + " ... if absent.",
            STRING),
        KeyRule.of("phases[].duration", "How long.", DURATION).asRequired().atLeast(MILLISECOND),
        KeyRule.of(
                "phases[].rate",
                "Messages per second: a number, or a straight line `{from, to}`.",
                NUMBER,
                SECTION)
            .atLeast(0)
            .atMost(MAX_RATE),
        KeyRule.of("phases[].rate.from", "At its start.", NUMBER)
            .asRequired()
            .atLeast(0)
            .atMost(MAX_RATE),
        KeyRule.of("phases[].rate.to", "At its end.", NUMBER)
            .asRequired()
            .atLeast(0)
            .atMost(MAX_RATE),
        KeyRule.of(
                "phases[].consumerProcessingTime",
                "Of each message: a time span, or a straight" + " line `{from, to}`.",
                DURATION,
                SECTION)
            .atLeast(0),
        KeyRule.of("phases[].consumerProcessingTime.from", "At its start.", DURATION)
            .asRequired()
            .atLeast(0),
        KeyRule.of("phases[].consumerProcessingTime.to", "At its end.", DURATION)
            .asRequired()
            .atLeast(0),
        KeyRule.of(
            "phases[].objectives",
            "Conditions that this phase must meet, in the grammar of `objectives`. See below.",
            MAP,
            LIST));
  }

  private static List<KeyRule> consuming() {
    return List.of(
        KeyRule.of(
                "consumerProcessingTime",
                "How long a consumer works on each message before it" + " acknowledges.",
                DURATION)
            .atLeast(0)
            .withDefault("0s"),
        KeyRule.of(
                "consumerBacklogSizeGB",
                "Build a backlog of so many GiB over all subscriptions,"
                    + " then drain it. 0: none.",
                INTEGER)
            .atLeast(0)
            .atMost(MAX_COUNT)
            .withDefault(0),
        share("backlogDrainRatio", "The backlog counts as drained when so much of it is gone.")
            .withDefault("1.0"),
        KeyRule.words(
                "delivery",
                "Delivery audit: every message, numbers only, or nothing.",
                List.of("full", "counts", "off"))
            .withDefault("full"),
        KeyRule.of(
                "drainTimeout",
                "How long to wait for what is outstanding after the load.",
                DURATION)
            .atLeast(0)
            .withDefault("30s"));
  }

  private static List<KeyRule> asking() {
    return List.of(
        KeyRule.of(
                "requesters",
                "How many ask. A list is a sweep: one step after the other, each as long as"
                    + " `testDuration` after its own warm-up, and a row of its own in the result.",
                INTEGER,
                LIST)
            .atLeast(1)
            .atMost(MAX_COUNT),
        count("requesters[]", "Requesters in one step.").atLeast(1),
        count("responders", "How many answer. If absent, one for each pair.").atLeast(1),
        count(
                "pairs",
                "Request destinations with their reply destinations. Requester and responder `i`"
                    + " use pair `i` modulo `pairs`.")
            .atLeast(1)
            .withDefault(1),
        size("replySize", "Size of every reply. If absent, a reply is a copy of its request."),
        count(
                "requestsInFlight",
                "Unanswered requests of each requester, at most. 1 if absent, in a closed loop;"
                    + " with a `producerRate` as many as the heap bears.")
            .atLeast(1),
        KeyRule.of("replyTimeout", "After so long a request counts as unanswered.", DURATION)
            .atLeast(MILLISECOND)
            .withDefault("30s"),
        KeyRule.of(
                "requesterStartDelay",
                "Distance between the starts of requesters that join in a closed loop.",
                DURATION)
            .atLeast(0)
            .withDefault("10ms"),
        KeyRule.words(
                "requestReply",
                "`native`: the driver's own way (correlation ids, reply-to). `generic`: plain"
                    + " producers and consumers, on any driver. `auto`: native where the driver has"
                    + " it.",
                List.of("auto", "native", "generic"))
            .withDefault("auto"));
  }

  private static List<KeyRule> judging() {
    List<KeyRule> rules = new ArrayList<>();
    rules.add(
        KeyRule.of(
            "objectives",
            "Conditions that the run must meet: `publishLatency.p99:"
                + " \"<= 20ms\"`, as a map or a list of such lines. See below.",
            MAP,
            LIST));
    rules.add(KeyRule.of("thresholds", "When a run is not to be believed.", SECTION));
    for (VerdictThresholds.Threshold threshold : VerdictThresholds.all()) {
      rules.add(threshold.rule());
    }
    return rules;
  }

  private static KeyRule count(String path, String description) {
    return KeyRule.of(path, description, INTEGER).atLeast(0).atMost(MAX_COUNT);
  }

  private static KeyRule size(String path, String description) {
    return KeyRule.of(path, description, SIZE).atLeast(0).atMost(MAX_MESSAGE_BYTES);
  }

  private static KeyRule share(String path, String description) {
    return KeyRule.of(path, description, NUMBER).atLeast(0).atMost(1);
  }
}
