package io.tidemark.cli.options;

import io.tidemark.driver.settings.Quantities;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time span of at least 1 s on a command line; a plain number counts seconds. */
public final class TimeSpan implements ITypeConverter<Duration> {
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  @Override
  public Duration convert(String text) {
    return Quantities.duration(text.matches("[0-9][0-9_]{0,23}") ? text + "s" : text)
        .filter(time -> time.compareTo(SHORTEST) >= 0)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "got " + text + "; allowed a time span such as 30s or 5m from 1s to 365d"));
  }
}
