package io.tidemark.model.workload;

import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.grammar.AddedKeys;
import io.tidemark.model.grammar.FileKind;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.question.Question;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every key of a workload file, in the order of the reference page. A key is declared where its
 * value is held: in one of these records, most of which are also what a {@link Workload} consists
 * of.
 */
public record WorkloadKeys(
    @Key(
            value = "Name in results. Default: the file's name without its extension.",
            types = Type.NAME)
        Optional<String> name,
    DestinationSpec destinations,
    Roles.ConsumeOnly consumeOnly,
    Roles.PublishSubscribe publishSubscribe,
    MessageSizes sizes,
    MessageOptions messages,
    PayloadKeys payload,
    LoadKeys load,
    @Key(
            value =
                "`fill-then-drain`: only producers, then only consumers. `consume-only`:"
                    + " only consumers, of existing messages. `request-reply`: requesters and"
                    + " responders. `failover`: producers at one site until `messageLimit`, then"
                    + " that site fails, and consumers read at the `standby` of the driver file.",
            orElse = "pubsub")
        Pattern pattern,
    TimeSpec time,
    @Key(
            value =
                "Consecutive parts of the measured time. Values that a phase does not set"
                    + " remain unchanged.",
            each = "One phase.")
        List<Phase> phases,
    ConsumerSpec consumers,
    @Key(
            value =
                "Faults that the run injects, and undoes at its end at the latest. Each has one"
                    + " action (`kill`, ...) and a time.",
            each =
                "One fault. The value of an action is its target: the number of a node, `leader`"
                    + " (the node that leads most of the run's queues or partitions), `random` (a"
                    + " node, by `seed`), `all` nodes, or `worker` (a worker that is not part of"
                    + " the benchmark's process).")
        List<FaultSpec> faults,
    RequestReplySpec requestReply,
    @Key(
            "What the workload is made for: a run is INVALID if one of these figures is damaged;"
                + " `report`, `compare` and studies answer it, by tests of these metrics only. The"
                + " question of a study file replaces it.")
        Optional<Question> question,
    @Key(
            value =
                "Conditions that the run must meet: `publishLatency.p99:"
                    + " \"<= 20ms\"`, as a map or a list of such lines; with `<=`, `<`, `>=`, `>`"
                    + " or `==`. A limit alone means at most for a time and for a percentage of"
                    + " messages, at least for a rate, and exactly for a count. The run is FAILED"
                    + " if one is missed, or was not measured. In a sweep over requesters each"
                    + " step must meet them, but for counts.",
            types = {Type.MAP, Type.LIST})
        Optional<Object> objectives,
    @Key(value = "Limits beyond which a run is INVALID.", types = Type.SECTION)
        Optional<Object> thresholds,
    @Key(
            value =
                "Kinds of traffic that run at the same time, each with own results. Keys at the top"
                    + " of the file are the defaults of all classes; times and thresholds are the"
                    + " same for all. See [how to](../how-to/traffic-classes.md).",
            each =
                "One class: its `name`, and any key of a workload in place of that at the top of"
                    + " the file, but for times, `iterations`, `sampleInterval`, `pattern`,"
                    + " `thresholds`, `question` and `faults`. `objectives` of the file are about"
                    + " all classes together; `classes.orders.endToEnd.p99` among them is about"
                    + " one.")
        List<ClassKeys> classes,
    @Key("Multiplies the load, of all classes if there are some.") ScaleKeys scale) {

  /** The keys that only an element of {@code classes} has; it can have those of a file, too. */
  public record ClassKeys(
      @Key(
              value =
                  "Unique in the file: letters, digits, `-` and `_`. In results and names of"
                      + " metrics: `classes.NAME.endToEnd.p99`. `class-1`, ... if absent.",
              types = Type.NAME)
          Optional<String> name,
      @Key(
              value =
                  "Share of the file's `producerRate`, and of the rates of its `phases`, instead of"
                      + " a `producerRate` of the class. All classes have one or none has; together"
                      + " they are 100 %.",
              types = Type.NUMBER,
              range = "0.00001..1")
          Optional<Double> share,
      @Key(
              "Keys of the driver file with the values of this class, such as delivery settings:"
                  + " `producerConfig.acks: 1`. Each class has its own clients.")
          Map<String, Object> driver) {}

  private static final Grammar GRAMMAR =
      Grammar.of(WorkloadKeys.class)
          .with(VerdictThresholds.keys("thresholds."))
          .with(AddedKeys.settings(FileKind.WORKLOAD))
          .withDead(DeadKeys.ofWorkloads());

  static {
    GRAMMAR.tree().withElements("phases[].phases", GRAMMAR.tree().at("phases[]"));
    GRAMMAR.tree().withElements("classes", GRAMMAR.tree());
  }

  /** In the order of the reference page. */
  public static List<Setting> rules() {
    return GRAMMAR.keys();
  }

  public static Grammar grammar() {
    return GRAMMAR;
  }
}
