package io.tidemark.convert;

import io.tidemark.convert.ToolOptions.Given;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Command lines of RabbitMQ's PerfTest; options and defaults are those of its version 2.25. */
final class PerfTest {
  /** A name of 5 to 30 and a value of 5 to 200 characters, as the tool has them. */
  private static final String JSON_FIELD = "\"#{random:5..30}\": \"#{random:5..200}\"";

  private static final int JSON_FIELD_BYTES = 128;
  private static final int MOST_JSON_FIELDS = 1_500;

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
          -f --flag 1
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
          -niotp --nio-thread-pool 1 | Netty has no second pool
          -ntyep --netty-epoll 0 | Java's selector is portable and fast enough
          -ntykq --netty-kqueue 0 | Java's selector is portable and fast enough
          -ntyt --netty-threads 1
          -o --output-file 1 | written always: timeline.csv of the run
          -o2gr --oauth2-grant-type 1 | always client credentials
          -o2id --oauth2-client-id 1
          -o2p --oauth2-parameters 1
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
          -qa --queue-args 1
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
          -vl --variable-latency 1
          -vr --variable-rate 1
          -vs --variable-size 1
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

  private final Given given;
  private final Conversion files;
  private final long queues;
  private final long producers;

  private PerfTest(Given given) {
    this.given = given;
    this.files = new Conversion(given.withoutCounterpart());
    this.queues =
        given.has("-qp") ? Math.max(1, given.number("-qpt", 1) - given.number("-qpf", 1) + 1) : 1;
    this.producers = given.number("-x", 1) * given.number("-X", 1);
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
    if (given.has("-p") && given.has("-u") && !given.has("-qp")) {
      files.workload("topicNames", List.of(given.text("-u").orElseThrow()));
    } else {
      files.workload("topics", queues);
      given.text("-u").ifPresent(name -> files.note("-u", "the run gives its queues names"));
    }
    long consumers = given.number("-y", 1) * given.number("-Y", 1);
    files.workload("subscriptionsPerTopic", consumers == 0 ? 0 : 1);
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
    if (given.has("-jb")) { // It has precedence over -B, as in the tool.
      jsonBodies();
    } else if (given.has("-B")) {
      List<String> bodies = List.of(given.text("-B").orElseThrow().trim().split(" *, *"));
      files.workload("payload.corpus", bodies.size() == 1 ? (Object) bodies.get(0) : bodies);
      if (given.has("-s")) {
        files.note("-s", "has no effect with -B: bodies are sent as they are");
      }
    } else {
      files.workload("messageSize", given.number("-s", 12));
    }
    if (!given.has("-jb") && given.has("-bc")) {
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
    Optional<Double> each = given.decimal("-r").filter(rate -> rate >= 0);
    if (each.isEmpty()) {
      each = given.decimal("-P").filter(seconds -> seconds > 0).map(seconds -> 1 / seconds);
    }
    if (sending > 0 && !given.has("-vr")) {
      files.workload(
          "producerRate", each.map(rate -> (Object) (rate * sending)).orElse((Object) "max"));
    }
    given
        .number("-C")
        .filter(count -> count > 0)
        .ifPresent(count -> files.workload("messageLimit", count * sending));
  }

  private void time() {
    files.workload("warmupDuration", "0s");
    long consumers = given.number("-y", 1) * given.number("-Y", 1);
    if (!PerfTestPhases.write(given, files, each(producers) * queues, each(consumers))) {
      Optional<Long> seconds = given.number("-z").filter(each -> each > 0);
      files.workload("testDuration", seconds.map(each -> each + "s").orElse("unlimited"));
    }
    given.number("-i").ifPresent(seconds -> files.workload("sampleInterval", seconds + "s"));
    given
        .number("-L")
        .filter(micros -> micros > 0)
        .ifPresent(
            micros -> files.workload("consumerProcessingTime", PerfTestPhases.micros(micros)));
    given
        .decimal("-R")
        .filter(rate -> rate > 0)
        .ifPresent(
            rate ->
                files.workload(
                    "consumerProcessingTime", PerfTestPhases.micros((long) (1e6 / rate))));
  }
}
