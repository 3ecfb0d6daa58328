package io.tidemark.features.convert;

import io.tidemark.features.convert.ToolOptions.Given;
import java.util.Collections;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Command lines of RabbitMQ's PerfTest; options and defaults are those of its version 2.25. */
final class PerfTest {
  /** A name of 5 to 30 and a value of 5 to 200 characters, as the tool has them. */
  private static final String JSON_FIELD = "\"#{random:5..30}\": \"#{random:5..200}\"";

  private static final int JSON_FIELD_BYTES = 128;
  private static final int MOST_JSON_FIELDS = 1_500;
  private static final long MOST_QUEUES = 100_000;
  private static final double LEAST_INTERVAL_SECONDS = 0.1;

  static final ToolOptions OPTIONS =
      new ToolOptions(
          "perftest",
          """
          -? --help 0 | shows help
          -v --version 0 | shows the version
          -a --autoack 0
          -A --multi-ack-every 1
          -ad --auto-delete 1
          -b --heartbeat 1
          -B --body 1
          -bc --body-count 1
          -bfc --body-field-count 1 | all values of -jb are random
          -c --confirm 1
          -C --pmessages 1
          -ca --consumer-args 1
          -cal --connection-allocation 1 | nodes are always used in turn
          -cri --connection-recovery-interval 1
          -csd --consumer-start-delay 1
          -ct --confirm-timeout 1
          -ctp --consumers-thread-pools 1
          -d --id 1
          -D --cmessages 1 | messages after the stop of a consumer would count as lost; messageLimit limits the producers
          -dcr --disable-connection-recovery 0
          -e --exchange 1
          -E --exclusive 0
          -ei --expected-instances 1 | several workers: --workers
          -em --exposed-metrics 1 | conditions of a run: objectives
          -env --environment-variables 0 | shows help
          -ew --exit-when 1 | pattern: fill-then-drain ends when the queues are empty
          -f --flag 1..*
          -h --uri 1
          -H --uris 1
          -hst --heartbeat-sender-threads 1 | the threads are always shared
          -i --interval 1
          -isn --instance-sync-namespace 1 | several workers: --workers
          -ist --instance-sync-timeout 1 | several workers: --workers
          -jb --json-body 0
          -k --routing-key 1
          -K --random-routing-key 0
          -L --consumer-latency 1
          -ll --leader-locator 1
          -m --ptxsize 1
          -M --framemax 1 | negotiated by client and broker
          -ma --max-age 1
          -mc --metrics-client 0 | METRICS
          -mcl --metrics-class-loader 0 | METRICS
          -mcla --metrics-command-line-arguments 0 | METRICS
          -mda --metrics-datadog 0 | METRICS
          -mdak --metrics-datadog-application-key 1 | METRICS
          -mdd --metrics-datadog-descriptions 0 | METRICS
          -mdh --metrics-datadog-host-tag 1 | METRICS
          -mdk --metrics-datadog-api-key 1 | METRICS
          -mds --metrics-datadog-step-size 1 | METRICS
          -mdu --metrics-datadog-uri 1 | METRICS
          -mf --metrics-format 1 | there is one output format
          -mh --metrics-help 0 | shows help
          -mjgc --metrics-jvm-gc 0 | METRICS
          -mjm --metrics-jvm-memory 0 | METRICS
          -mjp --metrics-processor 0 | METRICS
          -mjt --metrics-jvm-thread 0 | METRICS
          -mjx --metrics-jmx 0 | METRICS
          -mlb --max-length-bytes 1
          -mp --message-properties 1
          -mpe --metrics-prometheus-endpoint 1 | METRICS
          -mpp --metrics-prometheus-port 1 | METRICS
          -mpr --metrics-prometheus 0 | METRICS
          -mpx --metrics-prefix 1 | METRICS
          -ms --use-millis 0 | not needed: clocks of workers are compared
          -mt --metrics-tags 1 | METRICS
          -n --ctxsize 1
          -na --nack 0
          -niot --nio-threads 1
          -niotp --nio-thread-pool 1
          -nty --netty 0
          -ntyep --netty-epoll 0 | Java's selector is portable and fast enough
          -ntykq --netty-kqueue 0 | Java's selector is portable and fast enough
          -ntyt --netty-threads 1
          -o --output-file 1 | written always: timeline.csv of the run
          -o2gr --oauth2-grant-type 1 | always client credentials
          -o2id --oauth2-client-id 1
          -o2p --oauth2-parameters 1..*
          -o2sec --oauth2-client-secret 1
          -o2uri --oauth2-token-endpoint 1
          -p --predeclared 0
          -P --publishing-interval 1
          -pi --polling-interval 1
          -po --polling 0
          -prsd --producer-random-start-delay 1
          -pst --producer-scheduler-threads 1 | each producer has a thread, up to 512
          -q --qos 1
          -Q --global-qos 1
          -qa --queue-args 1..*
          -qf --queue-file 1 | topicNames takes the names, not a file
          -qp --queue-pattern 1
          -qpf --queue-pattern-from 1
          -qpt --queue-pattern-to 1
          -qq --quorum-queue 0
          -r --rate 1
          -R --consumer-rate 1
          -re --requeue 1
          -rkcs --routing-key-cache-size 1 | keys are always drawn from 10,000
          -s --size 1
          -S --slow-start 0
          -sb --skip-binding-queues 0 | messages without a queue cannot be measured
          -sco --stream-consumer-offset 1
          -se --sasl-external 0
          -smssb --stream-max-segment-size-bytes 1
          -sni --server-name-indication 1 | the name is that of the address
          -sq --stream-queue 0
          -sst --servers-startup-timeout 1 | a broker that does not answer ends the run at once
          -st --shutdown-timeout 1
          -sul --servers-up-limit 1 | a broker that does not answer ends the run at once
          -t --type 1
          -T --body-content-type 1
          -tnd --tcp-no-delay 1 | always on
          -trbs --tcp-receive-buffer-size 1 | sized by the operating system
          -tsbs --tcp-send-buffer-size 1 | sized by the operating system
          -u --queue 1
          -udsc --use-default-ssl-context 0 | without tls the machine's certificate authorities are trusted
          --verbose 0 | messages are not printed; the audit counts missing ones
          --verbose-full 0 | messages are not printed; the audit counts missing ones
          -vl --variable-latency 1..*
          -vr --variable-rate 1..*
          -vs --variable-size 1..*
          -x --producers 1
          -X --producer-channel-count 1
          -y --consumers 1
          -Y --consumer-channel-count 1
          -z --time 1
          """
              .replace(
                  "METRICS",
                  "a worker's metrics are always at /metrics, for Prometheus; others are in the run"
                      + " directory"));

  /** A message of the tool has a number and a time. */
  static final long LEAST_BYTES = 12;

  private final Given given;
  private final Conversion files;
  private final List<String> names;
  private final boolean numbered;
  private final long queues;
  private final long producers;
  private final long consumers;

  private PerfTest(Given given) {
    this.given = given;
    this.files = new Conversion(given.withoutCounterpart());
    this.numbered = given.has("-qp") || given.has("-qpf") || given.has("-qpt");
    this.names =
        numbered ? numbered(given) : given.text("-u").stream().flatMap(PerfTest::list).toList();
    this.queues = numbered || given.has("-p") ? Math.max(1, names.size()) : 1;
    this.producers = given.number("-x", 1) * given.number("-X", 1);
    this.consumers = given.number("-y", 1) * given.number("-Y", 1);
  }

  private static Stream<String> list(String names) {
    return Stream.of(names.split(","));
  }

  private static List<String> numbered(Given given) {
    String pattern = given.required("-qp");
    long from = given.number("-qpf").orElseThrow(() -> given.missing("-qpf"));
    long to = given.number("-qpt").orElseThrow(() -> given.missing("-qpt"));
    if (from < 0 || from > to || to - from > MOST_QUEUES) {
      throw given.wrong("-qpt", "" + to, "from -qpf on, up to " + MOST_QUEUES + " queues");
    }
    try {
      return LongStream.rangeClosed(from, to).mapToObj(n -> String.format(pattern, n)).toList();
    } catch (IllegalFormatException e) {
      throw given.wrong("-qp", pattern, "a name with the number, such as q-%d");
    }
  }

  static Conversion convert(Given given) {
    PerfTest one = new PerfTest(given);
    one.destinations();
    one.messages();
    one.load();
    one.time();
    PerfTestDriver.write(one.given, one.files);
    return one.files;
  }

  private void destinations() {
    files.workload("name", given.text("-d").orElse("perftest"));
    boolean existing = given.has("-p");
    if (existing && !names.isEmpty()) {
      files.workload("topicNames", names);
      if (!numbered && queues > 1) {
        files.note("-u", "each message goes to one of the queues, not to all");
      }
    } else {
      files.workload("topics", queues);
      if (existing) {
        files.note("-p", "existing queues need names: -u");
      } else if (given.has("-u")) {
        files.note("-u", numbered ? "has no effect with -qp" : "the run gives its queues names");
      }
    }
    // Without a pattern each queue gets all messages.
    long copies = existing || numbered ? 1 : Math.max(1, names.size());
    files.workload("subscriptionsPerTopic", consumers == 0 ? 0 : copies);
    files.workload("producersPerTopic", perQueue("-x", producers));
    files.workload("consumerPerSubscription", perQueue("-y", consumers));
    if (producers == 0) {
      files.workload("pattern", "consume-only");
      files.note("-x", "without producers a run reads existing queues: -u NAME -p");
    }
  }

  private long perQueue(String option, long all) {
    if (all % queues != 0) {
      files.note(
          option,
          String.format(Locale.ROOT, "%d for %d queues: each has the same number", all, queues));
    }
    return each(all);
  }

  private long each(long all) {
    return (all + queues - 1) / queues;
  }

  private void messages() {
    if (given.has("-K")) {
      files.workload("keyDistributor", "RANDOM_NANO");
    }
    if (given.has("-jb") || given.has("-B")) {
      files.workload("envelope.position", "header");
    }
    if (given.has("-B")) { // It has precedence over -jb, as in the tool.
      List<String> bodies =
          given.text("-B").stream().flatMap(PerfTest::list).map(String::strip).toList();
      files.workload("payload.corpus", bodies.size() == 1 ? (Object) bodies.get(0) : bodies);
      for (String option : List.of("-s", "-jb")) {
        if (given.has(option)) {
          files.note(option, "has no effect with -B: bodies are sent as they are");
        }
      }
    } else if (given.has("-jb")) {
      jsonBodies();
    } else {
      files.workload("messageSize", Math.max(LEAST_BYTES, given.number("-s", LEAST_BYTES)));
    }
    if (given.has("-bc") && (given.has("-B") || !given.has("-jb"))) {
      files.note("-bc", "has no effect without -jb");
    }
  }

  /** Fields with random names and values until the document has the size. */
  private void jsonBodies() {
    long size = given.number("-s", 0);
    long fields = Math.max(1, Math.round((double) size / JSON_FIELD_BYTES + 0.5));
    if (fields > MOST_JSON_FIELDS) {
      files.note("-s", "documents have at most " + MOST_JSON_FIELDS * JSON_FIELD_BYTES + " bytes");
      fields = MOST_JSON_FIELDS;
    }
    files
        .workload("payload.contentType", "json")
        .workload("payload.poolSize", given.number("-bc", 100))
        .workload("payload.order", "random")
        .workload(
            "payload.template",
            "{" + String.join(", ", Collections.nCopies((int) fields, JSON_FIELD)) + "}");
    files.note("-jb", "sizes are random, with a mean near -s; values differ in all fields");
  }

  private void load() {
    long sending = each(producers) * queues;
    Optional<Double> each = rate();
    if (sending > 0 && !given.has("-vr")) {
      files.workload(
          "producerRate", each.map(rate -> (Object) (rate * sending)).orElse((Object) "max"));
    }
    given
        .number("-C")
        .filter(count -> count > 0)
        .ifPresent(count -> files.workload("messageLimit", count * sending));
  }

  /** Returns the rate of one producer; empty without a limit. */
  private Optional<Double> rate() {
    Optional<Double> rate = given.decimal("-r").filter(each -> each >= 0);
    if (rate.filter(each -> each == 0).isPresent()) {
      throw given.wrong("-r", "0", "above 0: with 0 the tool's producers send nothing");
    }
    Optional<Double> interval = given.decimal("-P");
    if (interval.isEmpty()) {
      return rate;
    }
    if (interval.get() < LEAST_INTERVAL_SECONDS) {
      throw given.wrong("-P", given.required("-P"), "seconds, 0.1 or more");
    }
    if (rate.isPresent()) {
      boolean timed = rate.get() >= 1 && rate.get() <= 10; // The tool makes an interval of these.
      files.note(timed ? "-P" : "-r", "has no effect with " + (timed ? "this -r" : "-P"));
      return timed ? rate : Optional.of(1 / interval.get());
    }
    return Optional.of(1 / interval.get());
  }

  private void time() {
    files.workload("warmupDuration", "0s");
    if (!PerfTestPhases.write(given, files, each(producers) * queues, each(consumers))) {
      Optional<Long> seconds = given.number("-z").filter(each -> each > 0);
      files.workload("testDuration", seconds.map(each -> each + "s").orElse("unlimited"));
    }
    given.number("-i").ifPresent(seconds -> files.workload("sampleInterval", seconds + "s"));
    Optional<Long> latency = given.number("-L").filter(micros -> micros > 0);
    Optional<Long> pause =
        given.decimal("-R").filter(rate -> rate > 0).map(rate -> Math.round(1e6 / rate));
    long micros = Math.max(latency.orElse(0L), pause.orElse(0L));
    if (micros > 0) {
      files.workload("consumerProcessingTime", PerfTestPhases.micros(micros));
    }
    if (latency.isPresent() && pause.isPresent()) {
      files.note("-L, -R", "the longer time of both");
    }
  }
}
