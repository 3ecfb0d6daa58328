package io.tidemark.driver;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Texts of a file as values of a type, and back. */
final class TypedText {
  private static final Predicate<String> WHOLE =
      Pattern.compile("[-+]?(0|[1-9][0-9_]*)").asMatchPredicate();
  private static final Predicate<String> LINE =
      Pattern.compile("(?!\\s*$)[^\\p{Cntrl}]{1,200}").asMatchPredicate();

  private TypedText() {}

  static Optional<Object> parse(Setting.Type type, String text) {
    return switch (type) {
      case INTEGER -> Optional.of(text).filter(WHOLE).flatMap(TypedText::whole);
      case NUMBER -> Quantities.share(text).map(Function.identity());
      case PERCENT -> Quantities.percent(text).map(Function.identity());
      case RATE -> Quantities.rate(text).map(Function.identity());
      case SIZE -> Quantities.bytes(text).map(Function.identity());
      case DURATION -> Quantities.duration(text).map(Function.identity());
      case DURATION_OR_MILLISECONDS -> Quantities.milliseconds(text).map(Function.identity());
      case BOOLEAN ->
          text.equals("true") || text.equals("false")
              ? Optional.of(Boolean.valueOf(text))
              : Optional.empty();
      case NAME -> Optional.<Object>of(text).filter(any -> LINE.test(text));
      case COMMAND ->
          Optional.<Object>of(text).filter(any -> !text.isBlank() && text.indexOf('\0') < 0);
      case STRING, PROPERTIES, ANY -> Optional.of(text);
      case MAP, SECTION, LIST -> Optional.empty();
    };
  }

  private static Optional<Object> whole(String digits) {
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

  /** A number of {@link #number} as a user would write it. */
  static String written(Setting.Type type, double value) {
    if (type == Setting.Type.DURATION || type == Setting.Type.DURATION_OR_MILLISECONDS) {
      return Quantities.text(Duration.ofNanos((long) value));
    }
    if (type == Setting.Type.SIZE && value >= 1 << 20 && value % (1 << 20) == 0) {
      long megabytes = (long) value >> 20;
      return megabytes % 1024 == 0 ? megabytes / 1024 + "GB" : megabytes + "MB";
    }
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
