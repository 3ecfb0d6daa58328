package io.tidemark.verdict;

import io.tidemark.model.result.Text;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A sentence with places for the components of a record, and of the records in it.
 *
 * <ul>
 *   <li>{@code {name}}: the value. Its unit follows from the name: {@code ...Nanos}, {@code
 *       ...PerSecond}, {@code ...Percent} (with as many digits as it needs to differ from {@code
 *       limitPercent}); other numbers are counts.
 *   <li>{@code {name|one|other}}: the first text for 1 and true.
 *   <li>{@code {#name|one|other}}: the same with the number in front of it.
 *   <li>{@code [part]}: left out if its first value is empty, 0 or not known.
 *   <li>{@code [part][else other]}: the other text if the part is left out.
 * </ul>
 */
final class Template {
  private static final Pattern PART = Pattern.compile("\\[(else )?([^]]*)]");
  private static final Pattern PLACE = Pattern.compile("\\{(#?)(\\w+)(?:\\|([^|}]*)\\|([^|}]*))?}");

  private final Map<String, Object> values = new HashMap<>();
  private boolean leftOut;

  private Template(Record record) {
    add(record);
  }

  static String fill(String template, Record record) {
    return fill(template, record, () -> "");
  }

  /**
   * @param brief a text that the template can have as {@code {brief}}
   */
  static String fill(String template, Record record, Supplier<String> brief) {
    Template values = new Template(record);
    if (places(template).contains("brief")) {
      values.values.put("brief", brief.get());
    }
    String whole = PART.matcher(template).replaceAll(values::part);
    return PLACE.matcher(whole).replaceAll(each -> Matcher.quoteReplacement(values.text(each)));
  }

  /** Names of the places, in order. */
  static List<String> places(String template) {
    return PLACE.matcher(template).results().map(each -> each.group(2)).toList();
  }

  /** Names that places for a type can have. */
  static List<String> names(Class<?> type) {
    List<String> names = new ArrayList<>(List.of("brief"));
    for (RecordComponent each : type.getRecordComponents()) {
      names.add(each.getName());
      names.addAll(each.getType().isRecord() ? names(each.getType()) : List.of());
    }
    return names;
  }

  private void add(Record record) {
    for (RecordComponent each : record.getClass().getRecordComponents()) {
      try {
        Object value = each.getAccessor().invoke(record);
        if (value instanceof Record part) {
          add(part);
        }
        if (value != null) {
          values.put(each.getName(), value);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private String part(MatchResult part) {
    boolean shown = part.group(1) == null ? !isEmpty(places(part.group(2)).get(0)) : leftOut;
    leftOut = !shown;
    return shown ? Matcher.quoteReplacement(part.group(2)) : "";
  }

  private boolean isEmpty(String name) {
    Object value = values.getOrDefault(name, "");
    return value instanceof Number number
        ? number.doubleValue() == 0 || Double.isNaN(number.doubleValue())
        : List.of("", Optional.empty(), List.of(), false).contains(value);
  }

  private String text(MatchResult place) {
    String name = place.group(2);
    Object value = values.getOrDefault(name, "");
    if (place.group(3) == null) {
      return text(name, value);
    }
    boolean one = List.of(1, 1L, Optional.of(1L), true).contains(value);
    return (place.group(1).isEmpty() ? "" : text(name, value) + " ") + place.group(one ? 3 : 4);
  }

  private String text(String name, Object value) {
    if (value instanceof Optional<?> known) {
      return known.map(each -> text(name, each)).orElse("");
    }
    if (value instanceof Collection<?> all) {
      return all.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
    if (!(value instanceof Number number)) {
      return String.valueOf(value);
    }
    String kind = name.toLowerCase(Locale.ROOT);
    if (kind.endsWith("nanos")) {
      return Text.nanos(number.doubleValue());
    }
    if (kind.endsWith("percent")) {
      double limit =
          values.get("limitPercent") instanceof Double known ? known : number.doubleValue();
      return Text.percent(number.doubleValue(), limit);
    }
    return kind.endsWith("persecond")
        ? Text.rate(number.doubleValue())
        : Text.count(number.longValue());
  }
}
