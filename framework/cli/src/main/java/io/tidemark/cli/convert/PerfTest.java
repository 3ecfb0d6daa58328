package io.tidemark.cli.convert;

import io.tidemark.cli.convert.ToolOptions.Given;
import io.tidemark.driver.Quantities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Command lines of RabbitMQ's PerfTest; options and defaults are those of its version 2.22.1. */
final class PerfTest {
  private static final ToolOptions OPTIONS =
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
          -bfc --body-field-count 1 | a document of your own with random parts: payload.template
          -c --confirm 1
          -C --pmessages 1
          -ca --consumer-args 1
          -cri --connection-recovery-interval 1
          -csd --consumer-start-delay 1 | a backlog by size: consumerBacklogSizeGB; by time: pattern: fill-then-drain
          -ct --confirm-timeout 1
          -ctp --consumers-thread-pools 1
          -d --id 1
          -D --cmessages 1 | messages after the stop of a consumer would count as lost; messageLimit limits the producers
          -dcr --disable-connection-recovery 0
          -e --exchange 1 | a run creates an exchange with the name of each topic
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
          -jb --json-body 0 | a document of your own with random parts: payload.template
          -k --routing-key 1 | a run uses keys of its own
          -K --random-routing-key 0
          -L --consumer-latency 1
          -ll --leader-locator 1
          -m --ptxsize 1
          -M --framemax 1 | negotiated by client and broker
          -ma --max-age 1
          -mf --metrics-format 1 | there is one output format
          -mh --metrics-help 0 | shows help
          -mlb --max-length-bytes 1
          -mp --message-properties 1
          -ms --use-millis 0 | not needed: clocks of workers are compared
          -n --ctxsize 1
          -na --nack 0
          -niot --nio-threads 1
          -niotp --nio-thread-pool 1 | Netty has no second pool
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
          -vs --variable-size 1 | sizes do not change with time: messageSizeDistribution mixes them
          -x --producers 1
          -X --producer-channel-count 1
          -y --consumers 1
          -Y --consumer-channel-count 1
          -z --time 1
          """);

  private static final Set<String> PROPERTIES =
      Set.of(
          "contentType",
          "contentEncoding",
          "priority",
          "correlationId",
          "replyTo",
          "expiration",
          "messageId",
          "type",
          "userId",
          "appId",
          "clusterId");

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

  static Conversion convert(List<String> words) {
    PerfTest one = new PerfTest(OPTIONS.parse(words));
    one.destinations();
    one.messages();
    one.load();
    one.time();
    one.addresses();
    one.queueSettings();
    one.publishing();
    one.consuming();
    one.connections();
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
      files.note(option, "%d for %d queues: each has the same number".formatted(all, queues));
    }
    return (all + queues - 1) / queues;
  }

  private void messages() {
    files.workload("messageSize", given.number("-s", 12));
    if (given.has("-K")) {
      files.workload("keyDistributor", "RANDOM_NANO");
    }
    given
        .text("-B")
        .ifPresent(
            body -> {
              if (body.contains(",")) {
                files.note("-B", "several bodies: a folder with the files as payload.corpus");
              } else {
                files.workload("payloadFile", body);
                files.note("-B", "messageSize must be the size of the file");
              }
            });
    given.number("-bc").ifPresent(count -> files.workload("payload.poolSize", count));
  }

  private void load() {
    long sending = (producers + queues - 1) / queues * queues;
    List<Step> rates = steps("-vr");
    Optional<Double> each = given.decimal("-r").filter(rate -> rate >= 0);
    if (!rates.isEmpty()) {
      each = Optional.of((double) rates.get(0).value());
    } else if (each.isEmpty()) {
      each = given.decimal("-P").filter(seconds -> seconds > 0).map(seconds -> 1 / seconds);
    }
    if (sending > 0) {
      files.workload(
          "producerRate", each.map(rate -> (Object) (rate * sending)).orElse((Object) "max"));
    }
    phases(rates, steps("-vl"), sending);
    given
        .number("-C")
        .filter(count -> count > 0)
        .ifPresent(count -> files.workload("messageLimit", count * sending));
  }

  private void phases(List<Step> rates, List<Step> latencies, long sending) {
    List<Map<String, Object>> phases = new ArrayList<>();
    rates.forEach(step -> phases.add(step.phase("rate", step.value() * sending)));
    if (rates.isEmpty()) {
      latencies.forEach(
          step -> phases.add(step.phase("consumerProcessingTime", micros(step.value()))));
    } else if (!latencies.isEmpty()) {
      files.note("-vl", "phases have the rates of -vr; give each a consumerProcessingTime");
    }
    if (!phases.isEmpty()) {
      files.workload("phases", phases);
      files.note(
          rates.isEmpty() ? "-vl" : "-vr", "the phases run once; PerfTest repeats them until -z");
    }
  }

  /** {@code 100:30}: a value, and the seconds for which it holds. */
  private record Step(long value, long seconds) {
    Map<String, Object> phase(String key, Object wanted) {
      Map<String, Object> phase = new LinkedHashMap<>();
      phase.put("duration", seconds + "s");
      phase.put(key, wanted);
      return phase;
    }
  }

  private List<Step> steps(String option) {
    List<Step> steps = new ArrayList<>();
    for (String text : given.all(option)) {
      if (!text.matches("[0-9]{1,9}:[0-9]{1,9}")) {
        throw given.wrong(option, text, "VALUE:SECONDS");
      }
      int colon = text.indexOf(':');
      steps.add(
          new Step(
              Long.parseLong(text.substring(0, colon)), Long.parseLong(text.substring(colon + 1))));
    }
    return steps;
  }

  private void time() {
    files.workload("warmupDuration", "0s");
    boolean phases = given.has("-vr") || given.has("-vl");
    if (!phases) {
      Optional<Long> seconds = given.number("-z").filter(each -> each > 0);
      files.workload("testDuration", seconds.map(each -> each + "s").orElse("unlimited"));
    }
    given.number("-i").ifPresent(seconds -> files.workload("sampleInterval", seconds + "s"));
    given
        .number("-L")
        .filter(micros -> micros > 0)
        .ifPresent(micros -> files.workload("consumerProcessingTime", micros(micros)));
    given
        .decimal("-R")
        .filter(rate -> rate > 0)
        .ifPresent(rate -> files.workload("consumerProcessingTime", micros((long) (1e6 / rate))));
  }

  private static String micros(long micros) {
    return Quantities.text(Duration.ofNanos(1_000 * micros));
  }

  private void addresses() {
    files.driver("name", "perftest");
    files.driver("driverClass", "io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver");
    String uris = given.firstOf("-H", "-h").orElse("amqp://localhost");
    files.driver("amqpUris", List.of(uris.split(",")));
    if (given.has("-se")) {
      files.driver("tls.saslExternal", true);
      files.driver("tls.keyStore", "client.p12");
      files.note("-se", "tls.keyStore must be the file with the client's certificate");
    }
    given.text("-o2uri").ifPresent(uri -> files.driver("oauth.tokenUri", uri));
    given.text("-o2id").ifPresent(id -> files.driver("oauth.clientId", id));
    given.text("-o2sec").ifPresent(secret -> files.driver("oauth.clientSecret", secret));
    if (given.has("-o2p")) {
      files.driver("oauth.parameters", given.pairs("-o2p", ","));
    }
  }

  private boolean stream() {
    return given.has("-sq");
  }

  private boolean persistent() {
    return given.has("-qq") || stream() || given.all("-f").contains("persistent");
  }

  private void queueSettings() {
    files.driver("queueType", given.has("-qq") ? "quorum" : stream() ? "stream" : "classic");
    boolean existing = given.has("-p");
    if (existing) {
      files.driver("queues.existing", true);
    } else if (!given.has("-qq") && !stream() && !persistent()) {
      files.driver("queues.durable", false);
    }
    given
        .text("-qp")
        .ifPresent(
            pattern -> {
              files.driver("queues.pattern", pattern);
              files.driver("queues.from", given.number("-qpf", 1));
              files.driver("queues.to", given.number("-qpt", 1));
            });
    if (given.has("-E")) {
      files.driver("queues.exclusive", true);
    }
    given
        .text("-ad")
        .filter(Boolean::parseBoolean)
        .ifPresent(value -> files.driver("queues.autoDelete", true));
    if (!existing) {
      files.driver("exchangeType", given.has("-K") ? "topic" : given.text("-t").orElse("direct"));
    }
    Map<String, Object> arguments = given.pairs("-qa", ",");
    given.number("-mlb").ifPresent(bytes -> arguments.put("x-max-length-bytes", bytes));
    given
        .number("-smssb")
        .ifPresent(bytes -> arguments.put("x-stream-max-segment-size-bytes", bytes));
    given
        .text("-ma")
        .ifPresent(age -> arguments.put("x-max-age", isoDuration(age).toSeconds() + "s"));
    given.text("-ll").ifPresent(where -> arguments.put("x-queue-leader-locator", where));
    if (!arguments.isEmpty()) {
      files.driver("queueArguments", arguments);
    }
  }

  private Duration isoDuration(String text) {
    try {
      return Duration.parse(text);
    } catch (java.time.format.DateTimeParseException e) {
      throw given.wrong("-ma", text, "an ISO 8601 duration such as PT10M30S");
    }
  }

  private void publishing() {
    files.driver("messagePersistence", persistent());
    if (given.all("-f").contains("mandatory")) {
      files.driver("mandatory", true);
    }
    long window = given.number("-c", -1);
    long transaction = given.number("-m", 0);
    files.driver("confirms", transaction > 0 ? "transaction" : window > 0 ? "async" : "none");
    if (transaction > 0) {
      files.driver("transactionSize", transaction);
    } else if (window > 0) {
      files.driver("confirmWindow", window);
      files.driver("sendTimeout", given.number("-ct", 30) + "s");
    } else {
      files.note("without -c", "a message counts as sent when it is written: messages may be lost");
    }
    Map<String, Object> headers = given.pairs("-mp", ",");
    Map<String, Object> properties = new LinkedHashMap<>();
    PROPERTIES.stream()
        .sorted()
        .filter(headers::containsKey)
        .forEach(name -> properties.put(name, headers.remove(name)));
    given.text("-T").ifPresent(type -> properties.put("contentType", type));
    if (!headers.isEmpty()) {
      properties.put("headers", headers);
    }
    if (!properties.isEmpty()) {
      files.driver("messageProperties", properties);
    }
  }

  private void consuming() {
    if (given.has("-a")) {
      files.driver("ack", "auto");
    } else {
      files.driver("ackEvery", Math.max(1, given.number("-A", 1)));
      files.driver("prefetch", given.number("-q", stream() ? 500 : 0));
    }
    if (given.has("-po")) {
      polling();
    } else {
      pushed();
    }
    given
        .number("-n")
        .filter(size -> size > 0)
        .ifPresent(size -> files.driver("consumerTransactionSize", size));
    if (given.has("-na")) {
      files.driver("nackRatio", 1);
      files.driver("nackRequeue", given.text("-re").map(Boolean::parseBoolean).orElse(true));
      files.note("-na", "only first deliveries are refused");
    }
    if (given.has("-S")) {
      files.driver("consumerCreationDelay", "1s");
      files.driver("consumerCreationBatchSize", 1);
    }
  }

  private void pushed() {
    given.number("-Q").ifPresent(count -> files.driver("channelPrefetch", count));
    Map<String, Object> arguments = given.pairs("-ca", ",");
    given.text("-sco").ifPresent(offset -> arguments.put("x-stream-offset", offset));
    if (!arguments.isEmpty()) {
      files.driver("consumerArguments", arguments);
    }
  }

  private void polling() {
    files.driver("consumeBy", "poll");
    files.driver("pollInterval", given.number("-pi", 0) + "ms");
    for (String option : List.of("-Q", "-ca", "-sco")) {
      if (given.has(option)) {
        files.note(option, "has no effect on basic.get");
      }
    }
  }

  private void connections() {
    seconds("-b", "connections.heartbeat");
    seconds("-prsd", "connections.startDelay");
    seconds("-st", "connections.closeTimeout");
    given.number("-ctp").ifPresent(count -> files.driver("connections.consumerThreads", count));
    given
        .number("-niot")
        .ifPresent(
            threads -> {
              files.driver("connections.io", "netty");
              files.driver("connections.ioThreads", threads);
            });
    if (given.has("-dcr")) {
      files.driver("connections.recovery", false);
    }
    given
        .text("-cri")
        .ifPresent(
            interval -> {
              String[] range = interval.split("-");
              files.driver("connections.recoveryInterval", range[0] + "s");
              if (range.length > 1) {
                files.note("-cri", "the interval is fixed; the shortest of the range is used");
              }
            });
    if (given.number("-X", 1) > 1 || given.number("-Y", 1) > 1) {
      files.note("-X, -Y", "each producer and consumer has a connection; see connections.mode");
    }
  }

  private void seconds(String option, String key) {
    given.number(option).ifPresent(seconds -> files.driver(key, seconds + "s"));
  }
}
