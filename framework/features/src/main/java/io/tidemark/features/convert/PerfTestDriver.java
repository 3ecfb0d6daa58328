package io.tidemark.features.convert;

import io.tidemark.features.convert.ToolOptions.Given;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The driver file for a command line of PerfTest. */
final class PerfTestDriver {
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

  private static final String QUORUM = "quorum";
  private static final String STREAM = "stream";
  private static final String CLASSIC = "classic";
  private static final String TYPE = "x-queue-type";
  private static final String LENGTH = "x-max-length-bytes";
  private static final String SEGMENT = "x-stream-max-segment-size-bytes";
  private static final String DEAD_LETTERS = "x-dead-letter-exchange";
  private static final String SINGLE_CONSUMER = "x-single-active-consumer";
  private static final String DEFAULT_EXCHANGE = "amq.default";
  private static final List<String> EXCHANGES =
      List.of("direct", "fanout", "headers", "topic", "x-consistent-hash");
  private static final List<String> LOCATORS = List.of("balanced", "client-local");

  private static final long STREAM_PREFETCH = 200;
  private static final long STREAM_BYTES = 20_000_000_000L;
  private static final long SEGMENT_BYTES = 500_000_000;
  private static final long MOST_SEGMENT_BYTES = 3_000_000_000L;
  private static final long DEFAULT_WINDOW = 1_000;
  private static final long MOST_START_SECONDS = 100;
  private static final String NO_TIMEOUT = "365d";

  private final Given given;
  private final Conversion files;
  private final Map<String, Object> arguments;
  private final String type;

  private PerfTestDriver(Given given, Conversion files) {
    this.given = given;
    this.files = files;
    this.arguments = keyValues("-qa");
    this.type = type(arguments.remove(TYPE));
  }

  static void write(Given given, Conversion files) {
    PerfTestDriver one = new PerfTestDriver(given, files);
    one.addresses();
    one.queueSettings();
    one.publishing();
    one.consuming();
    one.connections();
  }

  private String type(@Nullable Object argument) {
    if (given.has("-qq") && given.has("-sq")) {
      throw given.wrong("-sq", "-qq", "one of them");
    }
    Object wanted = argument == null ? CLASSIC : argument;
    if (!given.has("-qq")
        && !given.has("-sq")
        && !List.of(QUORUM, STREAM, CLASSIC).contains(wanted)) {
      throw given.wrong("-qa", TYPE + "=" + wanted, String.join(", ", CLASSIC, QUORUM, STREAM));
    }
    return given.has("-qq") ? QUORUM : given.has("-sq") ? STREAM : wanted.toString();
  }

  /**
   * {@code a=1,b=true,c} as the tool reads it: numbers, booleans, texts, and the empty text.
   *
   * @throws io.tidemark.base.UsageException if a part has no name
   */
  private Map<String, Object> keyValues(String option) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String text : given.all(option)) {
      for (String entry : text.isBlank() ? new String[0] : text.split(",")) {
        String[] parts = entry.split("=");
        if (parts.length == 0 || parts[0].isEmpty()) {
          throw given.wrong(option, entry, "key=value");
        }
        values.put(parts[0], value(parts[0], parts.length == 1 ? "" : parts[1]));
      }
    }
    return values;
  }

  private static Object value(String key, String text) {
    if (key.equals(DEAD_LETTERS) && text.equals(DEFAULT_EXCHANGE)) {
      return "";
    }
    if (key.equals(SINGLE_CONSUMER) || text.equals("true") || text.equals("false")) {
      return Boolean.parseBoolean(text);
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return text;
    }
  }

  private void addresses() {
    files.driver("name", "perftest");
    files.driver("driverClass", "io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver");
    String uris = given.firstOf("-H", "-h").orElse("amqp://localhost");
    files.driver("amqpUris", Stream.of(uris.split(",")).map(String::strip).toList());
    note("-se", "tls.saslExternal, and tls.keyStore with the client's certificate");
    if (given.has("-o2uri")) {
      files.driver("oauth.tokenUri", given.required("-o2uri"));
      files.driver("oauth.clientId", given.required("-o2id"));
      files.driver("oauth.clientSecret", given.required("-o2sec"));
      if (given.has("-o2p")) {
        files.driver("oauth.parameters", given.properties("-o2p"));
      }
    }
  }

  private boolean stream() {
    return type.equals(STREAM);
  }

  private boolean classic() {
    return type.equals(CLASSIC);
  }

  /** Returns whether queues are persistent; so are messages, unless they have a property for it. */
  private boolean persistent() {
    return given.has("-qq") || given.has("-sq") || given.all("-f").contains("persistent");
  }

  private void queueSettings() {
    files.driver("queueType", type);
    boolean existing = given.has("-p");
    if (existing) {
      files.driver("queues.existing", true);
    } else if (!persistent() && classic()) {
      files.driver("queues.durable", false);
    } else if (!persistent()) {
      files.note("without -f persistent", "queues of this type are always durable");
    }
    if (given.has("-qp") && !existing) {
      files.driver("queues.pattern", given.required("-qp"));
      files.driver("queues.from", given.number("-qpf", 1));
      files.driver("queues.to", given.number("-qpt", 1));
    }
    if (given.has("-E")) {
      onlyClassic("-E", "queues.exclusive", existing);
    }
    if (given.text("-ad").filter(Boolean::parseBoolean).isPresent()) {
      onlyClassic("-ad", "queues.autoDelete", existing);
    }
    exchange(existing);
    queueArguments();
  }

  /** Other types have no such queues; PerfTest itself sets -ad to false with -qq and -sq. */
  private void onlyClassic(String option, String key, boolean existing) {
    if (existing) {
      files.note(option, "has no effect with -p");
    } else if (classic()) {
      files.driver(key, true);
    } else {
      files.note(option, "for classic queues only");
    }
  }

  private void queueArguments() {
    if (given.has("-sq")) {
      arguments.put(LENGTH, STREAM_BYTES);
      arguments.put(SEGMENT, SEGMENT_BYTES);
    }
    Optional<Long> length = given.bytes("-mlb");
    Optional<Long> segment = given.bytes("-smssb");
    length.ifPresent(bytes -> arguments.put(LENGTH, bytes));
    arguments.remove(LENGTH, 0L);
    segment.ifPresent(bytes -> arguments.put(SEGMENT, bytes));
    if (segment.filter(bytes -> bytes > MOST_SEGMENT_BYTES).isPresent()) {
      throw given.wrong("-smssb", given.required("-smssb"), "up to 3gb");
    }
    boolean limited = given.has("-sq") || length.isPresent();
    if (limited
        && segment.isPresent()
        && arguments.get(LENGTH) instanceof Long most
        && most <= segment.get()) {
      throw given.wrong("-smssb", given.required("-smssb"), "less than -mlb");
    }
    given
        .text("-ma")
        .ifPresent(age -> arguments.put("x-max-age", isoDuration(age).toSeconds() + "s"));
    given
        .text("-ll")
        .ifPresent(
            where -> {
              if (!LOCATORS.contains(where)) {
                throw given.wrong("-ll", where, String.join(", ", LOCATORS));
              }
              arguments.put("x-queue-leader-locator", where);
            });
    if (!arguments.isEmpty()) {
      files.driver("queueArguments", arguments);
    }
  }

  /** Without -e PerfTest has an exchange named as its type, which a run names after its topics. */
  private void exchange(boolean existing) {
    String kind = exchangeType();
    boolean topicsAreQueues = existing || given.has("-qp");
    if (given.text("-e").filter(List.of(DEFAULT_EXCHANGE, "")::contains).isPresent()) {
      if (!topicsAreQueues && !given.has("-E")) {
        files.driver("queues.perTopic", true);
      }
      if (given.has("-k")) {
        files.note("-k", "the default exchange routes by the name of the queue");
      }
      return;
    }
    Optional<String> name =
        given
            .text("-e")
            .or(() -> Optional.of(kind).filter(any -> topicsAreQueues && given.has("-k")));
    if (!existing || name.isPresent()) {
      files.driver("exchangeType", kind);
    }
    if (name.isPresent()) {
      files.driver("exchange.name", name.get());
      if (!existing) {
        files.driver("exchange.create", true);
      } else {
        files.note("-e", "existing queues must be bound to the exchange: a run does not bind them");
      }
    }
    given.text("-k").ifPresent(key -> routingKey(key, kind));
  }

  private String exchangeType() {
    String wanted = given.text("-t").orElse("direct");
    if (!EXCHANGES.contains(wanted)) {
      throw given.wrong("-t", wanted, String.join(", ", EXCHANGES));
    }
    if (given.has("-K") && wanted.equals("direct")) {
      files.note("-K", "the exchange is of type topic: a direct one has no queue for random keys");
      return "topic";
    }
    return wanted;
  }

  private void routingKey(String key, String kind) {
    if (given.has("-K")) {
      files.note("-k", "-K: each message has a random key");
    } else if (given.has("-qp")) {
      files.note("-k", "each message would go to all queues: the key is the name of the queue");
    } else if (kind.equals("x-consistent-hash")) {
      files.note("-k", "all messages would go to one queue: each message has another key");
    } else {
      files.driver("exchange.routingKey", key);
    }
  }

  private Duration isoDuration(String text) {
    try {
      Duration age = Duration.parse(text);
      if (age.toSeconds() > 0) {
        return age;
      }
    } catch (DateTimeParseException e) {
      // The same error.
    }
    throw given.wrong("-ma", text, "an ISO 8601 duration such as PT10M30S");
  }

  private void publishing() {
    Map<String, Object> headers = keyValues("-mp");
    files.driver("messagePersistence", persistence(headers.remove("deliveryMode")));
    confirms();
    if (headers.remove("timestamp") != null) {
      files.note("-mp timestamp", "the driver sets it to the time of sending");
    }
    if (headers.remove("headers") != null) {
      files.note("-mp headers", "has no effect in PerfTest: other names are those of headers");
    }
    mandatory(headers);
    Map<String, Object> properties = new LinkedHashMap<>();
    PROPERTIES.stream()
        .sorted()
        .filter(headers::containsKey)
        .forEach(name -> properties.put(name, headers.remove(name)));
    if (given.has("-B")) {
      given.text("-T").ifPresent(content -> properties.put("contentType", content));
    } else if (given.has("-T")) {
      files.note("-T", "has no effect without -B");
    }
    if (!headers.isEmpty()) {
      properties.put("headers", headers);
    }
    if (!properties.isEmpty()) {
      files.driver("messageProperties", properties);
    }
  }

  private void confirms() {
    long window = given.number("-c", -1);
    long transaction = given.number("-m", 0);
    files.driver("confirms", transaction > 0 ? "transaction" : window > 0 ? "async" : "none");
    if (transaction > 0) {
      files.driver("transactionSize", transaction);
      if (transaction > DEFAULT_WINDOW) {
        files.driver("confirmWindow", transaction);
      }
      if (window >= 0) {
        files.note("-c", "RabbitMQ refuses confirms in transactions (-m)");
      }
    } else if (window > 0) {
      files.driver("confirmWindow", window);
      long timeout = given.number("-ct", 30);
      files.driver("sendTimeout", timeout < 0 ? NO_TIMEOUT : timeout + "s");
    } else if (window == 0) {
      files.note("-c", "with 0 nothing waits for confirms: there are none here");
    } else {
      files.note("without -c", "a message counts as sent when it is written: messages may be lost");
    }
  }

  private void mandatory(Map<String, Object> headers) {
    if (!given.all("-f").contains("mandatory")) {
      return;
    }
    if (given.number("-c", -1) <= 0 && given.number("-m", 0) <= 0) {
      files.note("-f", "mandatory: only with confirms (-c) does a returned message fail");
      return;
    }
    files.driver("mandatory", true);
    if (headers.remove("messageId") != null) {
      files.note("-mp messageId", "the driver identifies returned messages by it");
    }
  }

  private boolean persistence(@Nullable Object deliveryMode) {
    if (deliveryMode == null) {
      return persistent();
    }
    if (!List.of(1L, 2L).contains(deliveryMode)) {
      throw given.wrong("-mp", "deliveryMode=" + deliveryMode, "1 (transient), 2 (persistent)");
    }
    return deliveryMode.equals(2L);
  }

  private void consuming() {
    long prefetch = given.number("-q", given.has("-sq") ? STREAM_PREFETCH : 0);
    long ackEvery = given.number("-A", 0);
    if (ackEvery > prefetch && prefetch > 0) {
      throw given.wrong("-A", "" + ackEvery, "up to -q " + prefetch);
    }
    boolean automatic = given.has("-a") && !stream();
    if (automatic) {
      files.driver("ack", "auto");
      for (String option : List.of("-A", "-q", "-Q", "-n", "-na")) {
        note(option, "has no effect with -a");
      }
    } else {
      note("-a", "for other queues than streams", stream());
      acknowledgements(prefetch, ackEvery);
    }
    if (given.has("-po")) {
      polling();
    } else {
      pushed();
    }
    if (given.has("-na") && !automatic) {
      boolean requeue = given.text("-re").map(Boolean::parseBoolean).orElse(true);
      files.workload(
          "outcomes",
          requeue ? Map.of("released", 1) : Map.of("rejected", 1, "deadLetters", false));
      files.note("-na", "only first deliveries are refused");
    }
    if (given.has("-S")) {
      files.driver("consumerCreationDelay", "1s");
      files.driver("consumerCreationBatchSize", 1);
    }
  }

  /** With more unacknowledged messages than a limit allows the tool's consumers get none. */
  private void acknowledgements(long wanted, long wantedEvery) {
    long prefetch = wanted;
    if (stream() && prefetch == 0) {
      prefetch = STREAM_PREFETCH;
      files.note("-q", "RabbitMQ reads a stream only with a limit");
    }
    files.driver("prefetch", prefetch);
    long most = prefetch == 0 ? Long.MAX_VALUE : prefetch;
    long channel = given.number("-Q", 0);
    if (channel > 0 && classic() && !given.has("-po")) {
      files.driver("channelPrefetch", channel);
      most = Math.min(most, channel);
    } else {
      note("-Q", given.has("-po") ? "has no effect on basic.get" : "for classic queues only");
    }
    long commit = given.number("-n", 0);
    if (stream()) {
      note("-n", "acknowledgements of streams are not committed");
    } else if (commit > 0) {
      note("-n", "no more than -q and -Q allow", commit > most);
      most = Math.min(most, commit);
      files.driver("consumerTransactionSize", most);
    }
    note("-A", "no more than -Q and -n allow", wantedEvery > most);
    files.driver("ackEvery", Math.max(1, Math.min(most, wantedEvery)));
  }

  private void note(String option, String why) {
    note(option, why, true);
  }

  private void note(String option, String why, boolean applies) {
    if (given.has(option) && applies) {
      files.note(option, why);
    }
  }

  private void pushed() {
    Map<String, Object> consumer = keyValues("-ca");
    given
        .text("-sco")
        .flatMap(this::offset)
        .ifPresent(offset -> consumer.put("x-stream-offset", offset));
    if (!consumer.isEmpty()) {
      files.driver("consumerArguments", consumer);
    }
  }

  private Optional<Object> offset(String text) {
    String word = text.toLowerCase(Locale.ROOT);
    if (List.of("first", "last", "next").contains(word)) {
      return Optional.of(word);
    }
    if (text.matches("\\d{1,18}")) {
      return Optional.of(Long.valueOf(text));
    }
    try {
      OffsetDateTime.parse(text);
    } catch (DateTimeParseException e) {
      throw given.wrong("-sco", text, "first, last, next, a number, 2026-06-03T07:45:54Z");
    }
    files.note("-sco", "a time needs the stream driver: its key offset");
    return Optional.empty();
  }

  private void polling() {
    files.driver("consumeBy", "poll");
    files.driver("pollInterval", Math.max(0, given.number("-pi", 0)) + "ms");
    for (String option : List.of("-ca", "-sco")) {
      note(option, "has no effect on basic.get");
    }
  }

  private void connections() {
    seconds("-b", "connections.heartbeat");
    given
        .number("-prsd")
        .ifPresent(
            seconds -> {
              long within = Math.max(0, Math.min(MOST_START_SECONDS, seconds));
              files.driver("connections.startDelay", within + "s");
              note("-prsd", "100 s at most", seconds > MOST_START_SECONDS);
            });
    seconds("-st", "connections.closeTimeout");
    given
        .number("-ctp")
        .ifPresent(count -> files.driver("connections.consumerThreads", Math.max(0, count)));
    io();
    if (given.has("-dcr")) {
      files.driver("connections.recovery", false);
    }
    given.text("-cri").ifPresent(this::recoveryInterval);
    if (given.number("-X", 1) > 1 || given.number("-Y", 1) > 1) {
      files.note("-X, -Y", "each producer and consumer has a connection; see connections.mode");
    }
  }

  private void io() {
    long threads = given.number("-ntyt", 0);
    long pool = given.number("-niotp", 0);
    threads = threads > 0 ? threads : given.number("-niot", 0);
    threads = threads > 0 ? threads : pool - 2;
    note("-niotp", "Netty has no second pool");
    if (threads > 0 || given.has("-nty") || given.has("-ntyep") || given.has("-ntykq")) {
      files.driver("connections.io", "netty");
    }
    if (threads > 0) {
      files.driver("connections.ioThreads", threads);
    }
  }

  private void recoveryInterval(String interval) {
    if (!interval.strip().matches("\\d{1,9}(-\\d{1,9})?")) {
      throw given.wrong("-cri", interval, "seconds such as 30 or 30-60");
    }
    String[] range = interval.strip().split("-");
    files.driver("connections.recoveryInterval", range[0] + "s");
    if (range.length > 1) {
      files.note("-cri", "the interval is fixed; the shortest of the range is used");
    }
  }

  private void seconds(String option, String key) {
    given.number(option).ifPresent(seconds -> files.driver(key, seconds + "s"));
  }
}
