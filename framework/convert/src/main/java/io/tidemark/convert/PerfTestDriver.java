package io.tidemark.convert;

import io.tidemark.convert.ToolOptions.Given;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  private final Given given;
  private final Conversion files;

  private PerfTestDriver(Given given, Conversion files) {
    this.given = given;
    this.files = files;
  }

  static void write(Given given, Conversion files) {
    PerfTestDriver one = new PerfTestDriver(given, files);
    one.addresses();
    one.queueSettings();
    one.publishing();
    one.consuming();
    one.connections();
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

  /** Of queues; of messages, too, unless they have a property for it. */
  private boolean persistent() {
    return given.has("-qq") || stream() || given.all("-f").contains("persistent");
  }

  private void queueSettings() {
    files.driver("queueType", given.has("-qq") ? "quorum" : stream() ? "stream" : "classic");
    boolean existing = given.has("-p");
    if (existing) {
      files.driver("queues.existing", true);
    } else if (!persistent()) {
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
    exchange(existing);
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

  /** Without -e PerfTest has an exchange named "direct", which a run names after its topics. */
  private void exchange(boolean existing) {
    boolean topicsAreQueues = existing || given.has("-qp");
    Optional<String> name =
        given
            .text("-e")
            .or(() -> Optional.of("direct").filter(any -> topicsAreQueues && given.has("-k")));
    String type = given.has("-K") ? "topic" : given.text("-t").orElse("direct");
    if (!existing || name.isPresent()) {
      files.driver("exchangeType", type);
    }
    if (name.isPresent()) {
      files.driver("exchange.name", name.get());
      if (!existing) {
        files.driver("exchange.create", true);
      } else {
        files.note("-e", "existing queues must be bound to the exchange: a run does not bind them");
      }
    }
    given.text("-k").ifPresent(key -> routingKey(key, type));
  }

  private void routingKey(String key, String type) {
    if (given.has("-K")) {
      files.note("-k", "-K: each message has a random key");
    } else if (given.has("-qp")) {
      files.note("-k", "each message would go to all queues: the key is the name of the queue");
    } else if (type.equals("x-consistent-hash")) {
      files.note("-k", "all messages would go to one queue: each message has another key");
    } else {
      files.driver("exchange.routingKey", key);
    }
  }

  private Duration isoDuration(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw given.wrong("-ma", text, "an ISO 8601 duration such as PT10M30S");
    }
  }

  private void publishing() {
    Map<String, Object> headers = given.pairs("-mp", ",");
    files.driver("messagePersistence", persistence(headers.remove("deliveryMode")));
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
    if (headers.remove("timestamp") != null) {
      files.note("-mp timestamp", "the driver sets it to the time of sending");
    }
    if (headers.remove("headers") != null) {
      files.note("-mp headers", "has no effect in PerfTest: other names are those of headers");
    }
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
        .number("-ntyt")
        .or(() -> given.number("-niot"))
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
