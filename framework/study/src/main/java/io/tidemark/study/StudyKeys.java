package io.tidemark.study;

import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.cost.PriceSpec;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.question.Question;
import io.tidemark.report.runs.ReferenceKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every key of a study file, in the order of the reference page. */
public record StudyKeys(
    @Key(value = "Name of the study, and of the folder of its results.", required = true)
        String name,
    @Key("What the study asks, for readers of the report.") String description,
    @Key("Where the study was published.") Optional<String> source,
    @Key(
            "What decides. It replaces the question of the workloads, so that each run is judged by"
                + " it. Default: that of the workloads; of a workload without one the rate of"
                + " closed loops and searches, `endToEnd.p99` of open loops (`roundTrip.p99` of"
                + " requests), missing messages and recovery time of a failover.")
        Optional<Question> question,
    @Key(
            value =
                "What is compared, the most important first: `environments`, or a key of the"
                    + " matrix such as `workload.producersPerTopic`, or both. The answer begins"
                    + " with it. Default: the keys of the matrix with numbers or versions, then the"
                    + " environments.",
            single = true,
            each = "`environments`, or a key of the matrix.")
        List<String> compare,
    @Key(
            value = "Systems under test; the first one is the baseline.",
            required = true,
            each = "A system under test.")
        List<EnvironmentKeys> environments,
    @Key(
            "Keys with several values: each combination is run. `driver.` or `workload.`,"
                + " followed by the path of a key of the driver file or workload as in `set`,"
                + " or `variable.` and the name of a variable of the environment, which files"
                + " and set-up commands use. In a list of named elements the name is a step of"
                + " the path: `workload.classes.bulk.producerRate`. Numbers as values are an"
                + " axis, and so are versions (a name that ends with `version` or `image`,"
                + " values such as `4.3.1`): each is compared with the one before.")
        Map<String, Object> matrix,
    @Key(value = "Workload files.", required = true, each = "A workload file.")
        List<String> workloads,
    @Key(
            value =
                "Number of blocks, each of which has every combination once in random order,"
                    + " or `{least, most, until: decided}`: blocks are added until the question is"
                    + " decided. The key of workloads is not used.",
            shorthand = "least")
        Iterations iterations,
    @Key(
            value =
                "No block of runs begins that would end later, by the estimate of the time left;"
                    + " the first block always begins. The time of all calls counts.",
            range = "1s..")
        Optional<Duration> maxDuration,
    @Key(
            value =
                "Number of runs of each combination before these, whose results do not count. With"
                    + " `brokers: kept` the first runs after a start of the brokers are often"
                    + " slower than all others.",
            range = "0..10",
            orElse = "0")
        int warmupIterations,
    @Key(value = "Of the random order of the runs.", orElse = "1") long seed,
    @Key(value = "Pause between runs.", orElse = "0s") Duration coolDown,
    @Key(
            value =
                "Local brokers: `kept` between runs with the same brokers, or restarted before"
                    + " each run.",
            orElse = "kept")
        Brokers brokers,
    @Key(
            value =
                "Most repetitions of an INVALID run, and of one that other processes disturbed while they disturbed at most one in four of the runs before.",
            range = "0..10",
            orElse = "0")
        int retries,
    @Key(
            value = "Published figures, drawn into charts; never targets.",
            each = "A published figure.")
        List<ReferenceKeys> references) {

  /** How many runs each combination has. */
  public record Iterations(
      @Key(
              value = "The number of runs of each combination; with `until` the least.",
              range = "1..1000",
              orElse = "1")
          int least,
      @Key(value = "The most runs of each combination, with `until`.", range = "2..100")
          Optional<Integer> most,
      @Key(
              "`decided`: the study ends after a block in which each system and each metric of the"
                  + " question is decided: a difference is shown, or shown to be smaller than"
                  + " `atLeast`.")
          Optional<Until> until) {}

  /** What ends a study before its last block. */
  public enum Until {
    DECIDED
  }

  /** What happens to local brokers between runs. */
  public enum Brokers {
    KEPT,
    FRESH
  }

  /** A system under test. */
  public record EnvironmentKeys(
      @Key(value = "Name in the report; a folder of the results.", required = true) String name,
      @Key(value = "Driver file.", required = true) String driver,
      @Key(
              "Keys of the driver file with other values, by their paths:"
                  + " `payload.entropy`. Inside a text of properties the rest is the name of a"
                  + " property: `producerConfig.linger.ms`. An empty value (`~`) removes a key;"
                  + " elements of lists have no path.")
          Map<String, Object> set,
      @Key(
              value =
                  "Shell commands to run before the first run of the environment, and again"
                      + " when an interrupted study continues and before a run with other variables.",
              types = Type.COMMAND,
              each = COMMAND)
          List<String> setup,
      @Key(
              value = "Shell commands to run when the study ends, also after a failure or Ctrl-C.",
              types = Type.COMMAND,
              each = COMMAND)
          List<String> teardown,
      @Key(value = "Timeout of each of these commands.", orElse = "10m") Duration setupTimeout,
      @Key("Addresses of workers, as in the option `--workers`, which it replaces.")
          Optional<String> workers,
      @Key(
              "Workers in a Kubernetes cluster: `bin/benchmark-k8s` carries out the runs. Not with"
                  + " `workers`. `${env:}` and `${file:}` in the driver file are filled in there.")
          Optional<Kubernetes> kubernetes,
      @Key("What readers of the report need to know: zone, mesh, hardware.")
          Map<String, Object> facts,
      @Key(
              "What the environment costs, for the leaderboard, metrics `price.*` and the rate from"
                  + " which another system is cheaper. It replaces `price` of the driver file.")
          Optional<PriceSpec> price,
      @Key(value = "Limits of the environment, drawn into charts.", each = "A limit.")
          List<ReferenceKeys> limits,
      @Key("File with limits, written by `bin/benchmark probe`; a set-up command can make it.")
          Optional<String> probe) {}

  /** Workers in a cluster. */
  public record Kubernetes(
      @Key("Context of kubectl and helm. Default: the current one.") Optional<String> context,
      @Key("Namespace of the workers. Default: that of the context.") Optional<String> namespace,
      @Key("Name of the workers' Helm release. Default: that of `bin/benchmark-k8s`.")
          Optional<String> release,
      @Key(value = "Number of workers. Default: that of the values.", range = "1..9999")
          Optional<Integer> workers,
      @Key(value = "Files of values of the chart.", each = "A file.") List<String> values) {}

  private static final String COMMAND = "A command for `/bin/sh -c`.";
  private static final Grammar GRAMMAR = Grammar.of(StudyKeys.class);

  /** In the order of the reference page. */
  public static List<Setting> rules() {
    return GRAMMAR.keys();
  }

  /** The JSON Schema of study files, as maps and lists. */
  public static Map<String, Object> schema() {
    return GRAMMAR.schema("Tidemark study", false);
  }

  static Grammar grammar() {
    return GRAMMAR;
  }
}
