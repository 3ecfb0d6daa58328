package io.tidemark.driver.settings;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Texts of a file as values, and back. */
final class TypedText {
  private static final Predicate<String> WHOLE =
      Pattern.compile("[-+]?(0|[1-9][0-9_]*)").asMatchPredicate();
  private static final Predicate<String> LINE =
      Pattern.compile("(?!\\s*$)[^\\p{Cntrl}]{1,200}").asMatchPredicate();

  private TypedText() {}

  static Optional<Boolean> truth(String text) {
    return Optional.of(text).filter(List.of("true", "false")::contains).map(Boolean::valueOf);
  }

  static Optional<String> name(String text) {
    return Optional.of(text).filter(LINE);
  }

  static Optional<String> command(String text) {
    return Optional.of(text).filter(any -> !any.isBlank() && any.indexOf('\0') < 0);
  }

  static Optional<Long> whole(String text) {
    return Optional.of(text).filter(WHOLE).flatMap(TypedText::withinLong);
  }

  private static Optional<Long> withinLong(String digits) {
    BigInteger number = new BigInteger(digits.replace("_", "").replaceFirst("^\\+", ""));
    return number.bitLength() < Long.SIZE ? Optional.of(number.longValue()) : Optional.empty();
  }

  /** What bounds are compared with: the number itself, nanoseconds of a time span. */
  static Optional<Double> number(Object value) {
    if (value instanceof Number number) {
      return Optional.of(number.doubleValue());
    }
    return value instanceof Duration time ? Optional.of((double) time.toNanos()) : Optional.empty();
  }

  /** Nanoseconds as a user would write them. */
  static String writtenDuration(double nanos) {
    return Quantities.text(Duration.ofNanos((long) nanos));
  }

  /** Bytes as a user would write them. */
  static String writtenSize(double bytes) {
    if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
      long megabytes = (long) bytes >> 20;
      return megabytes % 1024 == 0 ? megabytes / 1024 + "GB" : megabytes + "MB";
    }
    return written(bytes);
  }

  static String written(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
