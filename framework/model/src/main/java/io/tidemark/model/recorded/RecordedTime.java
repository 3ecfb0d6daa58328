package io.tidemark.model.recorded;

import io.tidemark.driver.settings.Quantities;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times in files of other programs: only their distances matter. */
public final class RecordedTime {
  /** For messages. */
  public static final String ALLOWED =
      "seconds such as 90 or 1764194400.25, a time span such as 90s or 2h, a time of day such as"
          + " 22:05 or 22:05:30, or a date with time such as 2026-11-26T22:05:00Z";

  private static final Pattern SECONDS = Pattern.compile("\\d{1,12}(\\.\\d{1,30})?");
  private static final Pattern OF_DAY =
      Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2}(?:\\.\\d{1,9})?))?");
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);
  private static final int SECONDS_PER_HOUR = 3600;
  private static final int SECONDS_PER_MINUTE = 60;

  private RecordedTime() {}

  /** Nanoseconds since some moment; empty if it is no time. */
  public static Optional<Long> nanos(String text) {
    if (SECONDS.matcher(text).matches()) {
      return nanos(new BigDecimal(text));
    }
    Matcher ofDay = OF_DAY.matcher(text);
    if (ofDay.matches()) {
      String seconds = Optional.ofNullable(ofDay.group(3)).orElse("0");
      long minutes =
          Long.parseLong(ofDay.group(1)) * SECONDS_PER_HOUR
              + Long.parseLong(ofDay.group(2)) * SECONDS_PER_MINUTE;
      return nanos(new BigDecimal(seconds).add(BigDecimal.valueOf(minutes)));
    }
    return Quantities.duration(text).map(Duration::toNanos).or(() -> date(text));
  }

  private static Optional<Long> nanos(BigDecimal seconds) {
    BigDecimal nanos = seconds.multiply(NANOS).setScale(0, RoundingMode.HALF_UP);
    return nanos.unscaledValue().bitLength() < Long.SIZE
        ? Optional.of(nanos.longValue())
        : Optional.empty();
  }

  private static Optional<Long> date(String text) {
    String iso = text.replace(' ', 'T');
    try {
      Instant at =
          iso.matches(".*(Z|[+-]\\d{2}:?\\d{2})")
              ? OffsetDateTime.parse(iso).toInstant()
              : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
      return Optional.of(
          Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano()));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }
}
