package io.tidemark.convert;

import io.tidemark.convert.ToolOptions.Given;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Command lines of RabbitMQ's {@code stream-perf-test}. */
final class StreamPerfTest {
  static final ToolOptions OPTIONS =
      new ToolOptions(
          "stream-perf-test",
          """
          -? --help 0 | shows help
          -v --version 0 | shows the version
          -au --amqp-uri 1 | not needed from RabbitMQ 3.13; for older versions managementUris
          -b --heartbeat 1
          -bpd --batch-publishing-delay 1
          -bs --batch-size 1
          -bsm --batch-size-metric 0 | batches are internal to the client
          -c --confirms 1
          -cbc --consumers-by-connection 1
          -cc --codec 1 | bodies have the standard format
          -ccbc --tracking-consumers-by-connection 1
          -cl --confirm-latency 0..1 | measured always: publish latency
          -cn --consumer-names 1 | the subscription's name is the consumers' name
          -co --compression 1
          -cri --connection-recovery-interval 1
          -dbs --dynamic-batch-size 0..1
          -ds --delete-streams 0 | streams of the run are always deleted
          -ei --expected-instances 1 | several workers: --workers
          -env --environment-variables 0 | shows help
          -frfc --force-replica-for-consumers 0..1
          -fs --filter-size 1
          -fv --filter-values 1
          -fvs --filter-value-set 1
          -ic --initial-credits 1
          --id 1
          -imc --initial-member-count 1
          -isn --instance-sync-namespace 1 | several workers: --workers
          -ist --instance-sync-timeout 1 | several workers: --workers
          -L --consumer-latency 1
          -lb --load-balancer 0..1
          -ll --leader-locator 1
          -ma --max-age 1
          -mbr --metrics-byte-rates 0 | results have both
          -mcla --metrics-command-line-arguments 0 | the run directory has the configuration
          -mf --metrics-format 1 | there is one output format
          --monitoring 0 | use the JVM's tools
          -mlb --max-length-bytes 1
          -mp --monitoring-port 1 | a worker's metrics are at its own port
          -mr --memory-report 0 | use the JVM's tools
          -mt --metrics-tags 1 | the run directory has the configuration
          -ndm --no-dev-mode 0 | always
          -ne --native-epoll 0 | Java's selector is used
          -o --offset 1
          -pbc --producers-by-connection 1
          -pn --producer-names 1
          --prometheus 0 | a worker's metrics are at its own port
          -r --rate 1
          -rmfs --requested-max-frame-size 1 | negotiated by client and broker
          -rt --rpc-timeout 1
          -s --size 1
          -sac --single-active-consumer 0..1
          -sc --stream-count 1
          -se --store-every 1
          -ses --sub-entry-size 1
          -sf --summary-file 0 | written always: the run directory
          -smssb --stream-max-segment-size-bytes 1
          -sni --server-name-indication 1 | the name is that of the address
          -ssp --super-stream-partitions 1
          -sst --super-streams 0
          -st --streams 1
          -tnd --tcp-no-delay 1 | always on
          -tri --topology-recovery-interval 1
          -trbs --tcp-receive-buffer-size 1 | sized by the operating system
          -tsbs --tcp-send-buffer-size 1 | sized by the operating system
          -u --uris 1
          -x --producers 1
          -y --consumers 1
          -z --time 1
          """);

  private final Given given;
  private final Conversion files;
  private final long streams;

  private StreamPerfTest(Given given) {
    this.given = given;
    this.files = new Conversion(given.withoutCounterpart());
    this.streams = given.number("-sc", Math.max(1, names().size()));
  }

  static Conversion convert(Given given) {
    StreamPerfTest one = new StreamPerfTest(given);
    one.workload();
    one.driver();
    return one.files;
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    given.all("-st").forEach(list -> names.addAll(List.of(list.split(","))));
    return names;
  }

  private void workload() {
    long producers = given.number("-x", 1);
    long consumers = given.number("-y", 1);
    files.workload("name", given.text("--id").orElse("stream-perf-test"));
    files.workload("topics", streams);
    if (given.has("-st")) {
      files.note(
          "-st", "the run gives its streams names; topicNames with streams.existing reads others");
    }
    if (given.has("-sst")) {
      files.workload("partitionsPerTopic", given.number("-ssp", 3));
    }
    if (consumers > 1) {
      files.note("-y", "each consumer reads all messages there: these are subscriptions here");
    }
    files.workload("subscriptionsPerTopic", each("-y", consumers));
    files.workload("producersPerTopic", each("-x", producers));
    files.workload("consumerPerSubscription", consumers == 0 ? 0 : 1);
    files.workload("messageSize", given.number("-s", 10));
    long sending = each("-x", producers) * streams;
    Optional<Double> rate = given.decimal("-r").filter(each -> each > 0);
    files.workload(
        "producerRate", rate.map(each -> (Object) (each * sending)).orElse((Object) "max"));
    files.workload("warmupDuration", "0s");
    Optional<Long> seconds = given.number("-z").filter(each -> each > 0);
    files.workload("testDuration", seconds.map(each -> each + "s").orElse("unlimited"));
    given
        .number("-L")
        .filter(micros -> micros > 0)
        .ifPresent(
            micros -> files.workload("consumerProcessingTime", PerfTestPhases.micros(micros)));
  }

  private long each(String option, long all) {
    if (all % streams != 0) {
      files.note(
          option,
          String.format(Locale.ROOT, "%d for %d streams: each has the same number", all, streams));
    }
    return (all + streams - 1) / streams;
  }

  private void driver() {
    files.driver("name", "stream-perf-test");
    files.driver("driverClass", "io.tidemark.driver.rabbitmq.stream.RabbitMqStreamBenchmarkDriver");
    String uris = given.text("-u").orElse("rabbitmq-stream://localhost:5552");
    files.driver("streamUris", List.of(uris.split(",")));
    files.driver("maxUnconfirmed", given.number("-c", 10_000));
    number("-bs", "batchSize");
    number("-ses", "subEntrySize");
    text("-co", "compression");
    given.number("-bpd").ifPresent(millis -> files.driver("batchDelay", millis + "ms"));
    flag("-dbs", "dynamicBatch");
    if (given.has("-pn")) {
      files.driver("deduplication", true);
    }
    flag("-sac", "singleActiveConsumer");
    text("-o", "offset");
    given
        .number("-se")
        .filter(every -> every > 0)
        .ifPresentOrElse(
            every -> files.driver("tracking", "auto").driver("trackEvery", every),
            () -> files.driver("tracking", given.has("-sac") ? "auto" : "none"));
    number("-ic", "credits");
    streamSettings();
    connections();
  }

  private void streamSettings() {
    files.driver("streams.maxLength", bytes(given.text("-mlb").orElse("20gb")));
    given.text("-smssb").ifPresent(size -> files.driver("streams.maxSegmentSize", bytes(size)));
    given
        .text("-ma")
        .ifPresent(age -> files.note("-ma", "streams.maxAge: a time span, for " + age));
    number("-imc", "streams.initialMembers");
    text("-ll", "streams.leader");
    number("-fs", "streams.filterSize");
    list("-fvs", "filter.set");
    list("-fv", "filter.values");
  }

  private void connections() {
    files.driver("connections.producersPerConnection", given.number("-pbc", 1));
    files.driver("connections.consumersPerConnection", given.number("-cbc", 1));
    number("-ccbc", "connections.trackingConsumersPerConnection");
    flag("-lb", "connections.loadBalancer");
    flag("-frfc", "connections.consumersOnReplica");
    given.number("-rt").ifPresent(s -> files.driver("connections.rpcTimeout", s + "s"));
    given.number("-b").ifPresent(s -> files.driver("connections.heartbeat", s + "s"));
    given
        .text("-cri")
        .ifPresent(
            interval -> files.driver("connections.recoveryInterval", interval.split(":")[0] + "s"));
    if (given.has("-tri")) {
      files.note("-tri", "connections.recoveryInterval is for both");
    }
  }

  /** 500mb: 500 million bytes there. */
  private Object bytes(String size) {
    String digits = size.replaceAll("[a-zA-Z]", "");
    String unit = size.substring(digits.length()).toLowerCase(Locale.ROOT);
    long factor =
        switch (unit) {
          case "" -> 1;
          case "kb" -> 1_000L;
          case "mb" -> 1_000_000L;
          case "gb" -> 1_000_000_000L;
          case "tb" -> 1_000_000_000_000L;
          default -> throw given.wrong("-mlb", size, "bytes, or a number with kb, mb, gb or tb");
        };
    return Long.parseLong(digits) * factor;
  }

  private void number(String option, String key) {
    given.number(option).ifPresent(value -> files.driver(key, value));
  }

  private void text(String option, String key) {
    given.text(option).ifPresent(value -> files.driver(key, value));
  }

  private void flag(String option, String key) {
    if (given.has(option)) {
      boolean off = given.text(option).filter(value -> value.equals("false")).isPresent();
      files.driver(key, !off);
    }
  }

  private void list(String option, String key) {
    given.text(option).ifPresent(values -> files.driver(key, List.of(values.split(","))));
  }
}
