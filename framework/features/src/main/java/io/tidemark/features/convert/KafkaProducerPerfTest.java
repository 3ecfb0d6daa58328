package io.tidemark.features.convert;

import io.tidemark.base.UsageException;
import io.tidemark.driver.FailureReason;
import io.tidemark.features.convert.ToolOptions.Given;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Command lines of {@code kafka-producer-perf-test}; options are those of Kafka 4.3. */
final class KafkaProducerPerfTest {
  private static final Pattern PATTERN = Pattern.compile("[\\\\\\[\\](){}.*+?^$|]");
  private static final String SERVERS = "bootstrap.servers";
  private static final String TRANSACTION = "transactional.id";
  static final ToolOptions OPTIONS =
      new ToolOptions(
          "kafka-producer-perf-test",
          """
          -h --help 0 | shows help
          --bootstrap-server 1
          --topic 1
          --num-records 1
          --payload-delimiter 1
          --throughput 1
          --producer-props 1..*
          --command-property 1..*
          --producer.config 1
          --command-config 1
          --print-metrics 0 | metrics of brokers: telemetry
          --transactional-id 1
          --transaction-duration-ms 1
          --warmup-records 1 | a warm-up has a length: warmupDuration
          --reporting-interval 1
          --record-size 1
          --payload-file 1
          --payload-monotonic 0
          """);

  private KafkaProducerPerfTest() {}

  static Conversion convert(Given given) {
    Conversion files = new Conversion(given.withoutCounterpart());
    workload(given, files);
    driver(given, files);
    return files;
  }

  private static void workload(Given given, Conversion files) {
    files
        .workload("name", "kafka-producer-perf-test")
        .workload("topicNames", List.of(given.required("--topic")))
        .workload("subscriptionsPerTopic", 0)
        .workload("producersPerTopic", 1)
        .workload("consumerPerSubscription", 0)
        .workload("warmupDuration", "0s")
        .workload("testDuration", "unlimited")
        .workload(
            "messageLimit",
            given.number("--num-records").orElseThrow(() -> given.missing("--num-records")));
    double rate = given.decimal("--throughput").orElse(-1.0);
    if (rate == 0) {
      throw given.wrong("--throughput", "0", "above 0, or -1 for no limit: with 0 nothing is sent");
    }
    files.workload("producerRate", rate < 0 ? (Object) "max" : (Object) rate);
    given
        .number("--reporting-interval")
        .ifPresent(millis -> files.workload("sampleInterval", millis + "ms"));
    payload(given, files);
    files.note(
        "consumers", "none, as in the tool: add subscriptions to measure end-to-end latency");
  }

  private static void payload(Given given, Conversion files) {
    List<String> bodies =
        Stream.of("--record-size", "--payload-file", "--payload-monotonic")
            .filter(given::has)
            .toList();
    if (bodies.size() > 1) {
      throw given.wrong(bodies.get(1), "with " + bodies.get(0), "one of them");
    }
    if (given.has("--payload-delimiter") && !given.has("--payload-file")) {
      files.note("--payload-delimiter", "has no effect without --payload-file");
    }
    if (given.has("--payload-file") || given.has("--payload-monotonic")) {
      files.workload("envelope.position", "header");
    }
    if (given.has("--payload-file")) {
      files
          .workload("payload.file", given.required("--payload-file"))
          .workload("payload.order", "random");
      String delimiter = unescaped(given.text("--payload-delimiter").orElse("\n"));
      if (!delimiter.equals("\n")) {
        files.workload("payload.delimiter", delimiter);
      }
      if (delimiter.isEmpty()) {
        throw given.wrong("--payload-delimiter", "", "a text");
      }
      if (PATTERN.matcher(delimiter).find()) {
        files.note("--payload-delimiter", "is a pattern in the tool, and the text itself here");
      }
    } else if (given.has("--payload-monotonic")) {
      files.workload("payload.template", "#{sequence}");
    } else {
      files
          .workload("messageSize", given.number("--record-size", 100))
          .workload("payload.entropy", 1);
    }
  }

  private static String unescaped(String pattern) {
    return pattern.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
  }

  private static void driver(Given given, Conversion files) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (String option : List.of("--producer.config", "--command-config")) {
      given.text(option).ifPresent(file -> properties.putAll(read(option, Path.of(file))));
    }
    for (String option : List.of("--producer-props", "--command-property")) {
      properties.putAll(given.properties(option));
    }
    given.text("--bootstrap-server").ifPresent(servers -> properties.put(SERVERS, servers));
    given.text("--transactional-id").ifPresent(id -> properties.put(TRANSACTION, id));
    if (given.has("--transaction-duration-ms")) {
      properties.computeIfAbsent(TRANSACTION, key -> "performance-producer-" + UUID.randomUUID());
    }
    String servers =
        Optional.ofNullable(properties.remove(SERVERS))
            .orElseThrow(() -> given.missing("--bootstrap-server"));
    files
        .driver("name", "kafka")
        .driver("driverClass", "io.tidemark.driver.kafka.KafkaBenchmarkDriver")
        .driver("commonConfig", Map.of(SERVERS, servers));
    if (properties.containsKey(TRANSACTION)) {
      files.driver("transactionInterval", given.number("--transaction-duration-ms", 3_000) + "ms");
    }
    properties.keySet().removeIf(key -> key.endsWith(".serializer"));
    if (!properties.isEmpty()) {
      files.driver("producerConfig", properties);
    }
  }

  private static Map<String, String> read(String option, Path file) {
    Properties properties = new Properties();
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new UsageException("%s: %s is not a regular file".formatted(option, file));
    }
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UsageException(
          "%s: cannot read %s: %s".formatted(option, file, FailureReason.ofFile(e)));
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "%s: cannot read %s: %s".formatted(option, file, FailureReason.of(e)));
    }
    Map<String, String> read = new LinkedHashMap<>();
    properties.stringPropertyNames().stream()
        .sorted()
        .forEach(key -> read.put(key, properties.getProperty(key)));
    return read;
  }
}
