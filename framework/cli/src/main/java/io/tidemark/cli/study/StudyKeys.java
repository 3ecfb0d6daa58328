package io.tidemark.cli.study;

import static io.tidemark.driver.Setting.Type.COMMAND;
import static io.tidemark.driver.Setting.Type.DURATION;
import static io.tidemark.driver.Setting.Type.INTEGER;
import static io.tidemark.driver.Setting.Type.LIST;
import static io.tidemark.driver.Setting.Type.MAP;
import static io.tidemark.driver.Setting.Type.NUMBER;
import static io.tidemark.driver.Setting.Type.SECTION;
import static io.tidemark.driver.Setting.Type.STRING;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.grammar.JsonSchema;
import io.tidemark.report.runs.ReferenceReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Every key of a study file. */
public final class StudyKeys {
  private static final String LIMITS = "environments[].limits";
  private static final String CLUSTER = "environments[].kubernetes";
  static final String FRESH = "fresh";
  private static final double MOST_ITERATIONS = 1_000;
  private static final double MOST_WARM_UPS = 10;
  private static final double MOST_RETRIES = 10;
  private static final double MOST_WORKERS = 9_999;

  private StudyKeys() {}

  /** In the order of the reference page. */
  public static List<Setting> rules() {
    List<Setting> all = new ArrayList<>(own());
    all.addAll(indexAfter(all, LIMITS + "[]"), ReferenceReader.keys(LIMITS));
    all.addAll(ReferenceReader.keys("references"));
    return all;
  }

  /** What holds without a key that has a default. */
  static String defaultOf(String path) {
    return own().stream()
        .filter(rule -> rule.path().equals(path))
        .findFirst()
        .flatMap(Setting::defaultValue)
        .orElseThrow();
  }

  private static int indexAfter(List<Setting> rules, String path) {
    return 1 + rules.stream().map(Setting::path).toList().indexOf(path);
  }

  /** The JSON Schema of study files, as maps and lists. */
  public static Map<String, Object> schema() {
    return JsonSchema.of("Tidemark study", rules(), false, Map.of());
  }

  private static List<Setting> own() {
    return List.of(
        of("name", "Name of the study, and of the folder of its results.", STRING).asRequired(),
        of("description", "What the study asks, for readers of the report.", STRING),
        of("source", "Where the study was published.", STRING),
        of("environments", "Systems under test; the first one is the baseline.", LIST).asRequired(),
        of("environments[]", "A system under test.", SECTION),
        of("environments[].name", "Name in the report; a folder of the results.", STRING)
            .asRequired(),
        of("environments[].driver", "Driver file.", STRING).asRequired(),
        of("environments[].set", "Keys of the driver file with other values.", MAP),
        of(
            "environments[].setup",
            "Shell commands to run before the first run of the environment, and again when an"
                + " interrupted study continues.",
            LIST),
        of("environments[].setup[]", "A command for `/bin/sh -c`.", COMMAND),
        of(
            "environments[].teardown",
            "Shell commands to run when the study ends, also after a failure or Ctrl-C.",
            LIST),
        of("environments[].teardown[]", "A command for `/bin/sh -c`.", COMMAND),
        of("environments[].setupTimeout", "Timeout of each of these commands.", DURATION)
            .withDefault("10m"),
        of(
            "environments[].workers",
            "Addresses of workers, as in the option `--workers`, which it replaces.",
            STRING),
        of(
            CLUSTER,
            "Workers in a Kubernetes cluster: `bin/benchmark-k8s` carries out the runs. Not with"
                + " `workers`. `${env:}` and `${file:}` in the driver file are filled in there.",
            SECTION),
        of(CLUSTER + ".context", "Context of kubectl and helm. Default: the current one.", STRING),
        of(
            CLUSTER + ".namespace",
            "Namespace of the workers. Default: that of the context.",
            STRING),
        of(
            CLUSTER + ".release",
            "Name of the workers' Helm release. Default: that of `bin/benchmark-k8s`.",
            STRING),
        of(CLUSTER + ".workers", "Number of workers. Default: that of the values.", INTEGER)
            .atLeast(1)
            .atMost(MOST_WORKERS),
        of(CLUSTER + ".values", "Files of values of the chart.", LIST),
        of(CLUSTER + ".values[]", "A file.", STRING),
        of(
            "environments[].facts",
            "What readers of the report need to know: zone, mesh, hardware.",
            MAP),
        of("environments[].price", "Price of the environment, for the leaderboard.", SECTION),
        of("environments[].price.amountPerMonth", "Price of a month.", NUMBER)
            .asRequired()
            .atLeast(0),
        of("environments[].price.currency", "One for all environments of a study.", STRING)
            .withDefault("USD"),
        of(LIMITS, "Limits of the environment, drawn into charts.", LIST),
        of(LIMITS + "[]", "A limit.", SECTION),
        of(
            "environments[].probe",
            "File with limits, written by `bin/benchmark probe`; a set-up command can make it.",
            STRING),
        of(
            "matrix",
            "Keys with several values: each combination is run. `driver.` or `workload.`, followed"
                + " by the path of a key of the driver file or workload; see below.",
            MAP),
        of("workloads", "Workload files.", LIST).asRequired(),
        of("workloads[]", "A workload file.", STRING),
        of("iterations", "Number of runs of each combination.", INTEGER)
            .atLeast(1)
            .atMost(MOST_ITERATIONS)
            .withDefault(1),
        of(
                "warmupIterations",
                "Number of runs of each combination before these, whose results do not count. With"
                    + " `brokers: kept` the first runs after a start of the brokers are often"
                    + " slower than all others.",
                INTEGER)
            .atLeast(0)
            .atMost(MOST_WARM_UPS)
            .withDefault(0),
        of("seed", "Of the random order of the runs.", INTEGER).withDefault(1),
        of("coolDown", "Pause between runs.", DURATION).withDefault("0s"),
        Setting.ofWords(
                "brokers",
                List.of("kept", FRESH),
                "Local brokers: `kept` between runs with the same brokers, or restarted before"
                    + " each run.")
            .withDefault("kept"),
        of("retries", "Most repetitions of an INVALID run.", INTEGER)
            .atLeast(0)
            .atMost(MOST_RETRIES)
            .withDefault(0),
        of("references", "Published figures, drawn into charts; never targets.", LIST),
        of("references[]", "A published figure.", SECTION));
  }

  private static Setting of(String path, String description, Type form) {
    return Setting.rule(path, description, form);
  }
}
