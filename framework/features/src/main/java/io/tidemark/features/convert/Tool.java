package io.tidemark.features.convert;

import io.tidemark.base.UsageException;
import io.tidemark.features.convert.ToolOptions.Given;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A tool whose command lines are understood. */
public enum Tool {
  PERFTEST(PerfTest.OPTIONS, PerfTest::convert),
  STREAM_PERF_TEST(StreamPerfTest.OPTIONS, StreamPerfTest::convert),
  KAFKA_PRODUCER_PERF_TEST(KafkaProducerPerfTest.OPTIONS, KafkaProducerPerfTest::convert),
  CPHTESTP(Cphtestp.OPTIONS, Cphtestp::convert);

  private final ToolOptions options;
  private final Function<Given, Conversion> converter;

  Tool(ToolOptions options, Function<Given, Conversion> converter) {
    this.options = options;
    this.converter = converter;
  }

  /**
   * @throws UsageException if there is none with this name
   */
  public static Tool of(String name) {
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

  ToolOptions options() {
    return options;
  }

  /**
   * @param words of the command line
   * @throws UsageException if the tool would not accept them
   */
  public Conversion convert(List<String> words) {
    Given given = options.parse(words);
    Conversion files = converter.apply(given);
    given.unused().forEach(option -> files.note(option, "not used with the other options"));
    return files;
  }

  /** Its name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
