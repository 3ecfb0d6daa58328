package io.tidemark.features.convert;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.features.convert.ToolOptions.Given;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Command lines of RabbitMQ's {@code stream-perf-test}. */
final class StreamPerfTest {
  static final ToolOptions OPTIONS =
      new ToolOptions(
          "stream-perf-test",
          """
          --help 0 | shows help
          -v --version 0..1 | shows the version
          -au --amqp-uri 1 | not needed from RabbitMQ 3.13; for older versions managementUris
          -b --heartbeat 1
          -bpd --batch-publishing-delay 1
          -bs --batch-size 1
          -bsm --batch-size-metric 0..1 | batches are internal to the client
          -c --confirms 1
          -cbc --consumers-by-connection 1
          -C --pmessages 1
          -cc --codec 1 | bodies have the standard format
          -ccbc --tracking-consumers-by-connection 1
          -cl --confirm-latency 0..1 | measured always: publish latency
          -cn --consumer-names 1 | the subscription's name is the consumers' name
          -co --compression 1
          --credits 1
          -cri --connection-recovery-interval 1
          -D --cmessages 1 | messages after the stop of a consumer would count as lost; messageLimit limits the producers
          -dbs --dynamic-batch-size 0..1
          -ds --delete-streams 0..1 | streams of the run are always deleted
          -ei --expected-instances 1 | several workers: --workers
          -env --environment-variables 0..1 | shows help
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
          -mbr --metrics-byte-rates 0..1 | results have both
          -mcla --metrics-command-line-arguments 0..1 | the run directory has the configuration
          -mf --metrics-format 1 | there is one output format
          --monitoring 0 | use the JVM's tools
          -mlb --max-length-bytes 1
          -mp --monitoring-port 1 | a worker's metrics are at its own port
          -mr --memory-report 0..1 | use the JVM's tools
          -mt --metrics-tags 1 | the run directory has the configuration
          -ndm --no-dev-mode 0..1 | always
          -ne --native-epoll 0..1 | Java's selector is used
          -niu --native-io-uring 0..1 | Java's selector is used
          -nl --no-latency 0..1 | latencies are always measured
          -o --offset 1
          -pbc --producers-by-connection 1
          -pn --producer-names 1
          --prometheus 0 | a worker's metrics are at its own port
          -r --rate 1
          -R --consumer-rate 1
          -rmfs --requested-max-frame-size 1 | negotiated by client and broker
          -rt --rpc-timeout 1
          -s --size 1
          -sac --single-active-consumer 0..1
          -sc --stream-count 1
          -se --store-every 1
          -ses --sub-entry-size 1
          -sf --summary-file 0..1 | written always: the run directory
          -smssb --stream-max-segment-size-bytes 1
          -sni --server-name-indication 1 | the name is that of the address
          -ssp --super-stream-partitions 1
          -sst --super-streams 0..1
          -st --streams 1
          -tnd --tcp-no-delay 0..1 | always on
          -tri --topology-recovery-interval 1
          -trbs --tcp-receive-buffer-size 1 | sized by the operating system
          -tsbs --tcp-send-buffer-size 1 | sized by the operating system
          -ttc --tls-tcnative 0..1 | Java's TLS is used
          -u --uris 1
          -x --producers 1
          -y --consumers 1
          -z --time 1
          """);

  private static final Pattern GO_PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ns|us|ms|s|m|h)");
  private static final Pattern COUNT = Pattern.compile("(\\d{1,9})(?:(?:-|\\.\\.)(\\d{1,9}))?");
  private static final Pattern PAUSES = Pattern.compile("([1-9]\\d{0,8})(?::[1-9]\\d{0,8})?");
  private static final int MOST_FILTERS = 10_000;

  /** A message of the tool has a time. */
  private static final long LEAST_BYTES = 8;

  private final Given given;
  private final Conversion files;
  private final long streams;

  private StreamPerfTest(Given given) {
    this.given = given;
    this.files = new Conversion(given.withoutCounterpart());
    this.streams = streams();
  }

  static Conversion convert(Given given) {
    StreamPerfTest one = new StreamPerfTest(given);
    one.workload();
    one.driver();
    return one.files;
  }

  /** {@code 3}, {@code 1-3}, {@code 1..3}; 1 stands for the names of -st. */
  private long streams() {
    int named = given.text("-st").map(names -> names.split(",").length).orElse(1);
    Optional<String> count = given.text("-sc").filter(text -> !text.equals("1"));
    if (count.isEmpty()) {
      return named;
    }
    Matcher range = COUNT.matcher(count.get());
    long first = range.matches() ? Long.parseLong(range.group(1)) : 0;
    long all =
        range.matches() && range.group(2) != null
            ? Long.parseLong(range.group(2)) - first + 1
            : first;
    if (first < 1 || all < 1) {
      throw given.wrong("-sc", count.get(), "a number above 0, or a range such as 1-10");
    }
    if (named > 1) {
      throw given.wrong("-st", given.required("-st"), "one name with -sc");
    }
    return all;
  }

  private boolean hasSubEntries() {
    return given.number("-ses", 1) > 1;
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
    if (given.on("-sst")) {
      files.workload("partitionsPerTopic", given.number("-ssp", 3));
    }
    if (consumers > 1) {
      files.note("-y", "each consumer reads all messages there: these are subscriptions here");
    }
    files.workload("subscriptionsPerTopic", each("-y", consumers));
    files.workload("producersPerTopic", each("-x", producers));
    files.workload("consumerPerSubscription", consumers == 0 ? 0 : 1);
    files.workload("messageSize", Math.max(LEAST_BYTES, given.number("-s", 10)));
    long sending = each("-x", producers) * streams;
    Optional<Double> rate = given.decimal("-r").filter(each -> each > 0);
    if (sending > 0) {
      files.workload(
          "producerRate", rate.map(each -> (Object) (each * sending)).orElse((Object) "max"));
    }
    given
        .number("-C")
        .filter(count -> count > 0)
        .ifPresent(count -> files.workload("messageLimit", count * sending));
    files.workload("warmupDuration", "0s");
    Optional<Long> seconds = given.number("-z").filter(each -> each > 0);
    files.workload("testDuration", seconds.map(each -> each + "s").orElse("unlimited"));
    processingTime();
  }

  private void processingTime() {
    Duration latency =
        given
            .text("-L")
            .map(text -> text.matches("\\d{1,12}") ? text + "us" : text)
            .map(text -> duration("-L", text))
            .orElse(Duration.ZERO);
    Duration pause =
        given
            .number("-R")
            .filter(rate -> rate > 0)
            .map(rate -> Duration.ofNanos(1_000 * Math.round(1e6 / rate)))
            .orElse(Duration.ZERO);
    Duration both = latency.plus(pause);
    if (!both.isZero()) {
      files.workload("consumerProcessingTime", Quantities.text(both));
    }
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
    compression();
    given.number("-bpd").ifPresent(millis -> files.driver("batchDelay", millis + "ms"));
    flag("-dbs", "dynamicBatch");
    if (given.text("-pn").filter(names -> !names.isBlank()).isPresent()) {
      if (hasSubEntries()) {
        files.note("-pn", "messages in sub-entries (-ses) have no numbers");
      } else {
        files.driver("deduplication", true);
      }
    }
    boolean single = given.on("-sac");
    flag("-sac", "singleActiveConsumer");
    given.text("-o").ifPresent(this::offset);
    given
        .number("-se")
        .filter(every -> every > 0)
        .ifPresentOrElse(
            every -> files.driver("tracking", "auto").driver("trackEvery", every),
            () -> files.driver("tracking", single ? "auto" : "none"));
    credits();
    streamSettings();
    connections();
  }

  private void compression() {
    Optional<String> codec = given.text("-co").map(text -> text.toLowerCase(Locale.ROOT));
    if (codec.filter(text -> !text.equals("none")).isPresent() && !hasSubEntries()) {
      throw given.wrong("-co", codec.get(), "none, or -ses above 1");
    }
    codec.ifPresent(text -> files.driver("compression", text));
  }

  private void offset(String text) {
    String word = text.toLowerCase(Locale.ROOT);
    boolean named = List.of("first", "last", "next").contains(word);
    files.driver("offset", text.isBlank() ? "first" : named ? word : text);
  }

  /** {@code 10-5}: 5 more for each 5 chunks. */
  private void credits() {
    Optional<String> both = given.text("--credits").filter(text -> !text.matches("0(-\\d+)?"));
    if (both.isPresent()) {
      String[] parts = both.get().split("-");
      if (!both.get().matches("\\d{1,9}(-\\d{1,9})?")) {
        throw given.wrong("--credits", both.get(), "a number, or two such as 10-5");
      }
      files.driver("credits", Long.valueOf(parts[0]));
      files.note("--credits", "the broker may send a chunk when another is half processed");
    } else {
      number("-ic", "credits");
    }
  }

  private void streamSettings() {
    files.driver("streams.maxLength", given.bytes("-mlb").orElse(20_000_000_000L));
    given
        .bytes("-smssb")
        .ifPresent(
            size -> {
              if (size > 3_000_000_000L) {
                throw given.wrong("-smssb", given.required("-smssb"), "up to 3gb");
              }
              files.driver("streams.maxSegmentSize", size);
            });
    given
        .text("-ma")
        .ifPresent(
            text -> {
              Duration age = duration("-ma", text);
              if (age.toSeconds() < 1) {
                throw given.wrong("-ma", text, "1s or more");
              }
              files.driver("streams.maxAge", age.toSeconds() + "s");
            });
    number("-imc", "streams.initialMembers");
    given
        .text("-ll")
        .ifPresent(where -> files.driver("streams.leader", where.toLowerCase(Locale.ROOT)));
    number("-fs", "streams.filterSize");
    filters();
    given
        .text("-fv")
        .ifPresent(values -> files.driver("filter.values", List.of(values.split(","))));
  }

  private void filters() {
    Optional<String> set = given.text("-fvs").filter(text -> !text.isBlank());
    if (set.isEmpty()) {
      return;
    }
    if (hasSubEntries()) {
      throw given.wrong("-fvs", set.get(), "none with -ses above 1");
    }
    files.driver("filter.set", filterSet(set.get()));
    files.note("-fvs", "messages have all values in turn; the tool draws some of them for a time");
  }

  private List<String> filterSet(String text) {
    if (!text.contains("..")) {
      return List.of(text.split(","));
    }
    Matcher range = COUNT.matcher(text);
    if (range.matches()) {
      long first = Long.parseLong(range.group(1));
      long last = Long.parseLong(range.group(2));
      if (last >= first && last - first < MOST_FILTERS) {
        return LongStream.rangeClosed(first, last).mapToObj(Long::toString).toList();
      }
    }
    throw given.wrong("-fvs", text, "values, or a range of up to 10,000 such as 1..15");
  }

  private void connections() {
    files.driver("connections.producersPerConnection", given.number("-pbc", 1));
    files.driver("connections.consumersPerConnection", given.number("-cbc", 1));
    number("-ccbc", "connections.trackingConsumersPerConnection");
    flag("-lb", "connections.loadBalancer");
    flag("-frfc", "connections.consumersOnReplica");
    given.number("-rt").ifPresent(s -> files.driver("connections.rpcTimeout", s + "s"));
    given.number("-b").ifPresent(s -> files.driver("connections.heartbeat", s + "s"));
    given.text("-cri").ifPresent(this::recoveryInterval);
    if (given.has("-tri")) {
      files.note("-tri", "connections.recoveryInterval is for both");
    }
  }

  private void recoveryInterval(String text) {
    Matcher pauses = PAUSES.matcher(text);
    if (!pauses.matches()) {
      throw given.wrong("-cri", text, "seconds such as 5 or 5:10");
    }
    files.driver("connections.recoveryInterval", pauses.group(1) + "s");
    if (text.contains(":")) {
      files.note("-cri", "the interval is fixed: that of the first attempt");
    }
  }

  /** {@code 10m30s}, {@code PT10M30S}. */
  private Duration duration(String option, String text) {
    String parts = text.replace(" ", "");
    if (parts.equals("0")) {
      return Duration.ZERO;
    }
    try {
      if (GO_PART.matcher(parts).replaceAll("").isEmpty() && !parts.isEmpty()) {
        return GO_PART
            .matcher(parts)
            .results()
            .map(
                part ->
                    Duration.ofNanos(
                        new BigDecimal(part.group(1))
                            .multiply(BigDecimal.valueOf(nanos(part.group(2))))
                            .longValueExact()))
            .reduce(Duration.ZERO, Duration::plus);
      }
      Duration iso = Duration.parse(parts);
      if (!iso.isNegative()) {
        return iso;
      }
    } catch (DateTimeParseException | ArithmeticException e) {
      // The same error.
    }
    throw given.wrong(option, text, "a time span such as 10m30s or PT10M30S");
  }

  private static long nanos(String unit) {
    return switch (unit) {
      case "ns" -> 1;
      case "us" -> 1_000;
      case "ms" -> 1_000_000;
      case "s" -> 1_000_000_000;
      case "m" -> 60_000_000_000L;
      default -> 3_600_000_000_000L;
    };
  }

  private void number(String option, String key) {
    given.number(option).ifPresent(value -> files.driver(key, value));
  }

  private void flag(String option, String key) {
    given
        .text(option)
        .ifPresent(
            value -> {
              if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
                throw given.wrong(option, value, "true, false");
              }
              files.driver(key, Boolean.valueOf(value));
            });
  }
}
