package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.conflict.KeyConflicts;
import io.tidemark.model.driverfile.DriverKeys;
import io.tidemark.model.grammar.KeyTable;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes docs/reference from the descriptions that the parser works with. */
final class ReferencePages {
  private static final String GENERATED =
      "<!-- Made by ReferencePagesTest from the key descriptions; do not edit. -->\n\n";

  private ReferencePages() {}

  static String workload() {
    return GENERATED
        + """
        # Workload files

        A workload describes the load, independent of the broker. Keys of OMB keep OMB's name, meaning and default. A file is checked
        before the run starts; all errors are reported together, with file, line, key and allowed values (exit code 2). A file has at
        most 1 MiB of UTF-8 text, a value 65,536 characters, a time span 365 days; maps and lists are nested at most 32 deep.

        ```yaml
        # yaml-language-server: $schema=workload.schema.json
        topics: 1
        partitionsPerTopic: 3
        subscriptionsPerTopic: 1
        producersPerTopic: 1
        consumerPerSubscription: 1
        messageSize: 1KB
        producerRate: 2000
        warmupDuration: 5s
        testDuration: 20s
        ```

        With the first line, editors complete and check keys. It is the path of `workloads/workload.schema.json`, relative to the file.

        """
        + section("Destinations and clients", "name", "churn.consumersPerSecond")
        + section("Messages", "messageSize", "seed")
        + section("Payload", "payloadFile", "payload.avro.registry.password")
        + TEMPLATE
        + section("Load", "producerRate", "pattern")
        + section("Time", "testDuration", "phases[].objectives")
        + section("Consumers, backlog, audit", "consumerProcessingTime", "drainTimeout")
        + section("Faults", "faults", "faults[].duration")
        + FAULTS
        + section("Request/reply", "requesters", "requestReply")
        + REQUEST_REPLY
        + section("Question", "question", "question.atLeast")
        + QUESTION
        + section("Traffic classes", "classes", "scale.topics")
        + CLASSES
        + objectives()
        + thresholds()
        + conflicts()
        + deadKeys()
        + notation()
        + PLACEHOLDERS;
  }

  static String driver() {
    return GENERATED
        + """
        # Driver files

        A driver file describes the broker and its connection. These keys belong to the framework; all others belong to the
        driver. Forms of values: [notation](workload.md#notation). Files of drivers that declare their settings are checked before the run
        starts. Text is as it is written, without quotes and from a variable, too: `0123`, `1e3`, `3.10` and `on` are no numbers and no
        booleans. What the YAML library of a driver would change gets quotes in the file that it reads.

        ```yaml
        # yaml-language-server: $schema=../docs/reference/driver.schema.json
        name: kafka-3-nodes
        driverClass: io.tidemark.driver.kafka.KafkaBenchmarkDriver
        localBrokers: {kind: kafka, nodes: 3}
        commonConfig: |
          bootstrap.servers=${brokers.bootstrap}
        ```

        """
        + KeyTable.of(DriverKeys.common())
        + "\n"
        + "With the first line, editors complete and check these keys and those of the drivers"
        + " here. It is the path of `docs/reference/driver.schema.json`, relative to the file.\n"
        + PLACEHOLDERS
        + """

        ## Local brokers

        With `localBrokers`, `${brokers.NAME}` is replaced after the brokers have started; the names depend on the kind and its
        options, and an unknown one is an error that lists them, also with `--dry-run`. They listen on loopback, so remote workers cannot use them.

        ## Secrets

        Masked as `***` in results, logs and messages: values of keys with secret names (password, secret, token, JAAS
        configuration, ...) or declared secret by the driver, passwords in properties, users, passwords and parameters of addresses
        (but for harmless ones such as `heartbeat`), all content of `${file:}`, and variables with such names; also where the driver returns, throws, prints or logs them, as they are or percent-encoded. Values shorter than
        3 characters are not masked in text. Files that a client writes are masked when they are copied to the run directory. A worker on another
        host masks only what the file it was sent marks as secret; what it reports is masked again by the coordinator, its own output is not.
        Keep them out of the file: `password: ${env:BROKER_PASSWORD}`.
        """;
  }

  private static final String PLACEHOLDERS =
      """

      ## Placeholders

      `${env:NAME}` is a variable of the environment, `${file:path}` the content of a file (without the line break at its
      end; looked for in the working directory, then in the folder of this file). They are replaced in values only, and their content
      cannot change the structure of the file. `$${` is a literal `${`.
      """;

  private static final String TEMPLATE =
      """
      ### Values of a template

      | directive | value |
      |---|---|
      | `#{n}` | number of the body among those of `payload.poolSize`, from 0 |
      | `#{sequence}`, `#{sequence:1000}` | number of the message, from 0 or 1000: different for all messages of the run, and in the order of the schedule with `arrivals: uniform` |
      | `#{time:iso}`, `#{time}` | time at which the message is sent: `2026-03-01T09:05:07.123Z`, or milliseconds since 1970; other units with `time:seconds`, `time:micros`, `time:nanos` |
      | `#{uniform:1..100}`, `#{uniform:0.00..9.99}` | equally frequent numbers, both ends included, with as many decimals as the ends |
      | `#{normal:50.0,5}` | normal distribution with mean 50 and standard deviation 5, with as many decimals as the mean |
      | `#{zipf:1000,1.1}` | 1 to 1000 (at most 1,000,000) by Zipf's law: value k has a weight of 1 / k^1.1; without an exponent 1 / k |
      | `#{choice:paid=6\\|open=3\\|late}` | one of the values between `\\|`, with its weight after the last `=`, which is 1 if absent |
      | `#{csv:users.csv:name}` | value of a column of a CSV file whose first line has the names; all lookups of one body are of the same line, which is random |
      | `#{random:8}`, `#{random:8..20}` | letters and digits |
      | `#{text:40..200}` | words; compresses like text |
      | `#{uuid}` | UUID of version 4 |

      All values follow from `seed`. Without `sequence` and `time`, `payload.poolSize` bodies are made before the load. With one of them,
      the load thread fills the template for each message, and hashes its body: each producer has its own values, `#{n}` counts its
      messages, and in a search the numbers begin again in each trial. That takes 0.1 µs to some µs more than a body
      that is made beforehand ([cost](../how-to/make-the-load-like-yours.md#what-it-costs)).

      """;

  private static final String FAULTS =
      """
      See [how to inject faults](../how-to/inject-faults.md). A fault that a driver file cannot do is an error before anything is started.

      """;

  private static final String REQUEST_REPLY =
      """
      Only with `pattern: request-reply`; see [request/reply](../concepts/request-reply.md). `pairs`, `requesters` and
      `responders` replace `topics`, `producersPerTopic` and `consumerPerSubscription`; `topicNames` names existing
      request destinations; `partitionsPerTopic` is the number for each request topic of the generic mechanism (if absent, one for
      each responder of a pair); `consumerProcessingTime` is the processing time of a responder; `producerRate` is the rate of
      requests, absent for a closed loop. Requests and replies have at least 32 bytes (48 with `envelope.form: text`).

      """;

  private static final String QUESTION =
      """
      `question: {metrics: [endToEnd.p99], atLeast: 10%}` names what the workload is made for. The file is refused if a metric is not
      measured by the workload. A run is [INVALID](verdict.md#validity-of-figures) if one of these figures, or one of an objective, is
      damaged; damage to other figures is a warning. The result contains the question. [`report`](../how-to/report.md) and
      [`compare`](../how-to/compare.md) answer it: they test only these metrics, and differences that are shown to be smaller than `atLeast`
      are none. [A study](../how-to/study.md) without a question takes it; the question of a study replaces it in the runs of the study.

      """;

  private static final String CLASSES =
      """
      See [several kinds of traffic](../how-to/traffic-classes.md). A class can have each key of this page that is not one of the file:
      times, `iterations`, `sampleInterval`, `pattern`, `thresholds`, `question`, `faults`. `objectives` at the top of the file are
      about the total; `classes.orders.endToEnd.p99` among them, or the objectives in the class, about a class.

      """;

  private static String section(String title, String first, String last) {
    List<Setting> rules = WorkloadKeys.rules();
    List<String> paths = rules.stream().map(Setting::path).toList();
    return "## "
        + title
        + "\n\n"
        + KeyTable.of(rules.subList(paths.indexOf(first), paths.indexOf(last) + 1))
        + "\n";
  }

  private static String objectives() {
    String latencies =
        ObjectiveKeys.latencies().stream()
            .map(Measure::key)
            .map(key -> "`" + key + "`")
            .collect(Collectors.joining(", "));
    return """
    ## Objectives

    Conditions that a run must meet. If one is missed, the run is *failed* (exit code 1). A map, or a list of lines:

    ```yaml
    objectives:
      publishLatency.p99: "<= 20ms"
      endToEnd: {p99.9: "<= 1s", mean: "<= 5ms"}
      publishRate: ">= 99%"
      publishRate.min(10s): ">= 95%"
      lost: 0
    phases:
      - {rate: {from: 200, to: 1k, step: 400, every: 2s}}
      - {name: low, duration: 6s, rate: 1k}
      - {name: high, duration: 8s, rate: 2k, objectives: {publishRate.min(5s): ">= 95%", endToEnd.p99: "<= 1s"}}
    ```

    """
        + """
        Comparisons are `<=`, `<`, `>=`, `>`, `==`. A limit alone means at most for a latency or a percentage of messages
        (`p99: 50ms`), at least for a rate (`publishRate: 99%`), and `==` for a count. An objective that was not measured is
        missed. `%` of a count is a share of the messages, not for backlogs. In a sweep over requesters each step is evaluated
        separately, except for counts. Objectives at the top of the file apply to all measured phases together;
        [those of a phase](verdict.md#objectives-of-one-phase) to that phase alone. `publishRate.min(10s)` is the
        [lowest rate in any 10 seconds](verdict.md#lowest-rates-over-a-window).

        """
        + "| key | limit | meaning |\n|---|---|---|\n"
        + "| "
        + latencies
        + ", each with `.min`, `.mean`, `.max` or a percentile such as `.p50`, `.p99.9` | a time"
        + " span | Over the measured part; messages without one count as [slower than"
        + " all](verdict.md#objectives-of-latencies). |\n"
        + rows(ObjectiveKeys.rates(), "`99%`, `50k/s` or `100MB/s`")
        + rows(ObjectiveKeys.lowestRates(), "`99%`, `50k/s` or `100MB/s`")
        + rows(ObjectiveKeys.counts(), "number or `%`")
        + rows(ObjectiveKeys.ofFaults(), "time span or `%`")
        + rows(ObjectiveKeys.times(), "a time span")
        + "\n";
  }

  private static String rows(Map<String, String> keys, String limit) {
    return keys.entrySet().stream()
        .map(key -> "| `" + key.getKey() + "` | " + limit + " | " + key.getValue() + " |\n")
        .collect(Collectors.joining());
  }

  private static String thresholds() {
    StringBuilder rows = new StringBuilder();
    for (Threshold threshold : VerdictThresholds.all()) {
      rows.append("| `thresholds.")
          .append(threshold.key())
          .append("` | ")
          .append(unit(threshold))
          .append(" | `")
          .append(threshold.text(threshold.defaultValue()))
          .append("` | ")
          .append(threshold.meaning())
          .append(" |\n");
    }
    return "## Thresholds of the verdict\n\n"
        + "A run that exceeds one of them is *invalid* (exit code 1).\n\n"
        + KeyTable.HEAD
        + rows
        + "\n";
  }

  private static String unit(Threshold threshold) {
    return switch (threshold.unit()) {
      case NANOSECONDS -> "time span";
      case PERCENT -> "percentage";
      default -> "integer";
    };
  }

  private static String conflicts() {
    Map<String, List<String>> byKey = new LinkedHashMap<>();
    KeyConflicts.all()
        .forEach(row -> byKey.computeIfAbsent(row.key(), key -> new ArrayList<>()).add(row.with()));
    return "## Keys that cannot be combined\n\n"
        + "A value in parentheses is the one that is meant.\n\n"
        + "| key | not with |\n|---|---|\n"
        + byKey.entrySet().stream()
            .map(row -> "| `" + row.getKey() + "` | " + String.join("; ", row.getValue()) + " |\n")
            .collect(Collectors.joining())
        + "\n";
  }

  private static String deadKeys() {
    return "## Keys that only warn\n\n"
        + "Keys of known forks and older versions of OMB have no effect: "
        + DeadKeys.ofWorkloads().keySet().stream()
            .sorted()
            .map(key -> "`" + key + "` (" + DeadKeys.ofWorkloads().get(key) + ")")
            .collect(Collectors.joining(", "))
        + ".\n\n"
        + "Any other unknown key is an error with the nearest known one; `--lenient` makes it a"
        + " warning.\n\n";
  }

  private static String notation() {
    return "## Notation\n\n"
        + "Rates: "
        + Type.RATE.description()
        + "; k is 1,000, M is 1,000,000; `/s` or ` msg/s` may follow, and must in objectives, where"
        + " a plain number is a count.\n\n"
        + "Percentages: `99%`. Thresholds are percent with or without the sign; elsewhere `50%` and"
        + " `0.5` are the same.\n\n"
        + "Time spans: "
        + Type.DURATION.description()
        + "; units ns, us, ms, s, m (min), h, d. A bare number is an error (except 0).\n\n"
        + "Sizes: "
        + Type.SIZE.description()
        + "; 1KB and 1KiB are both 1024 bytes, 1MB 1024 KB, 1GB 1024 MB, with or without the B, in"
        + " either case.\n";
  }
}
