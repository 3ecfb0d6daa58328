package io.tidemark.cli.convert;

import io.tidemark.cli.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A tool whose command lines are understood. */
enum Tool {
  PERFTEST(PerfTest::convert),
  STREAM_PERF_TEST(StreamPerfTest::convert),
  KAFKA_PRODUCER_PERF_TEST(KafkaProducerPerfTest::convert),
  CPHTESTP(Cphtestp::convert);

  private final Function<List<String>, Conversion> converter;

  Tool(Function<List<String>, Conversion> converter) {
    this.converter = converter;
  }

  /**
   * @throws UsageException if there is none with this name
   */
  static Tool of(String name) {
    return Stream.of(values())
        .filter(tool -> tool.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "TOOL: got '%s'; allowed %s"
                        .formatted(
                            name,
                            Stream.of(values())
                                .map(Tool::toString)
                                .collect(Collectors.joining(", ")))));
  }

  /**
   * @param words of the command line
   * @throws UsageException if the tool would not accept them
   */
  Conversion convert(List<String> words) {
    return converter.apply(words);
  }

  /** Its name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
