package io.tidemark.model.body;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.tidemark.model.load.PayloadSpec.Table;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** From the text of a template to its parts. */
public final class TemplateParser {
  private static final Pattern DIRECTIVE = Pattern.compile("#\\{([^}\\n]*)(}?)");
  private static final String RANGE = "\\.\\.";
  private static final int MOST_DECIMALS = 9;
  private static final BigDecimal MOST_UNITS = new BigDecimal("1e17");
  private static final int MOST_RANKS = 1_000_000;
  private static final double MOST_EXPONENT = 10;
  private static final int MOST_LETTERS = 999_999;
  private static final Map<String, Long> TIMES =
      Map.of("seconds", 1_000_000_000L, "millis", 1_000_000L, "micros", 1_000L, "nanos", 1L);

  private final String text;
  private final boolean json;
  private final Tables files;
  private final List<Table> tables = new ArrayList<>();
  private boolean perMessage;

  private TemplateParser(String text, boolean json, Tables files) {
    this.text = text;
    this.json = json;
    this.files = files;
  }

  /** A value that a template can have; messages and the reference page list them. */
  public enum Directive {
    N(
        "n",
        "number of the body among those of `payload.poolSize`, from 0; of a template with"
            + " `sequence` or `time` the number of the message of its producer"),
    SEQUENCE(
        "sequence:1000",
        "number of the message, from 1000 or 0: different for all messages of"
            + " the run, and begun again in each trial of a search. The load thread fills the template"
            + " for each message, as with `time`; without both, bodies are made before the load"),
    TIME(
        "time:iso",
        "time at which the message is sent: `2026-03-01T09:05:07.123Z`; as a number"
            + " since 1970 with `seconds`, `millis`, `micros` or `nanos`"),
    UNIFORM("uniform:0.00..9.99", "equally frequent numbers, both ends included"),
    NORMAL("normal:50.0,5", "normal distribution with mean 50 and standard deviation 5"),
    ZIPF(
        "zipf:1000,1.1",
        "1 to 1000 (at most 1,000,000) by Zipf's law: value k has a weight of" + " 1 / k^1.1"),
    CHOICE("choice:paid=6|open=3|late", "one of the values, with its weight"),
    CSV(
        "csv:FILE:COLUMN",
        "value of a column of a CSV file whose first line has the names; a"
            + " random line for each body"),
    RANDOM("random:8..20", "letters and digits"),
    TEXT("text:40..200", "words; compresses like text"),
    UUID("uuid", "UUID of version 4");

    private final String form;
    private final String meaning;

    Directive(String form, String meaning) {
      this.form = form;
      this.meaning = meaning;
    }

    /** An example, without the braces. */
    public String form() {
      return form;
    }

    /** Returns the meaning for the reference page. */
    public String meaning() {
      return meaning;
    }

    private static String all() {
      return Arrays.stream(values()).map(Directive::form).collect(Collectors.joining(", "));
    }
  }

  /** Finds the file that a directive names. */
  public interface Tables {
    Table of(String file) throws BodyException;
  }

  /**
   * @param json whether values are escaped for JSON
   * @throws BodyException with the place of what is wrong
   */
  public static BodyTemplate parse(String text, boolean json, Tables tables) throws BodyException {
    return new TemplateParser(text, json, tables).parse();
  }

  private BodyTemplate parse() throws BodyException {
    List<TemplatePart> parts = new ArrayList<>();
    Matcher directive = DIRECTIVE.matcher(text);
    int from = 0;
    while (directive.find()) {
      if (directive.start() > from) {
        parts.add(TemplatePart.fixed(text.substring(from, directive.start())));
      }
      try {
        parts.add(part(directive));
      } catch (BodyException e) {
        throw new BodyException(
            e.problem() + " (at character " + (directive.start() + 1) + " of the template)");
      }
      from = directive.end();
    }
    if (from < text.length()) {
      parts.add(TemplatePart.fixed(text.substring(from)));
    }
    return new BodyTemplate(parts, tables, perMessage);
  }

  private TemplatePart part(Matcher directive) throws BodyException {
    String inner = directive.group(1);
    int colon = inner.indexOf(':');
    String name = colon < 0 ? inner : inner.substring(0, colon);
    String value = colon < 0 ? "" : inner.substring(colon + 1);
    Optional<TemplatePart> part =
        directive.group(2).isEmpty() ? Optional.empty() : part(name, value);
    return part.orElseThrow(
        () ->
            new BodyException(
                "unknown directive, got "
                    + directive.group()
                    + "; allowed "
                    + Directive.all()
                    + ", in #{ and }"));
  }

  private Optional<TemplatePart> part(String name, String value) throws BodyException {
    return switch (name) {
      case "n" ->
          value.isEmpty() ? Optional.of((out, filling) -> out.append(filling.body)) : none();
      case "sequence" -> sequence(value);
      case "time" -> time(value);
      case "uniform" -> uniform(value);
      case "normal" -> normal(value);
      case "zipf" -> zipf(value);
      case "choice" -> choice(value);
      case "csv" -> lookup(value);
      case "random" -> lengths(value).map(ends -> TemplatePart.letters(ends[0], ends[1]));
      case "text" -> lengths(value).map(ends -> TemplatePart.words(ends[0], ends[1]));
      case "uuid" -> value.isEmpty() ? Optional.of(TemplatePart.uuid()) : none();
      default -> none();
    };
  }

  private static Optional<TemplatePart> none() {
    return Optional.empty();
  }

  private Optional<TemplatePart> sequence(String value) {
    if (!value.isEmpty() && !value.matches("\\d{1,18}")) {
      return none();
    }
    perMessage = true;
    long first = value.isEmpty() ? 0 : Long.parseLong(value);
    return Optional.of((out, filling) -> out.append(first + filling.sequence));
  }

  private Optional<TemplatePart> time(String value) {
    Long unit = TIMES.get(value.isEmpty() ? "millis" : value);
    if (unit == null && !value.equals("iso")) {
      return none();
    }
    perMessage = true;
    return Optional.of(unit == null ? new IsoTime() : TemplatePart.time(unit));
  }

  private static Optional<BigDecimal> decimal(String value) {
    return Optional.of(value.strip())
        .filter(text -> text.matches("-?\\d{1,16}(\\.\\d{1," + MOST_DECIMALS + "})?"))
        .map(BigDecimal::new);
  }

  /** A long has room for the number, and for the sum of two such. */
  private static boolean fits(BigDecimal number, int decimals) {
    return number.movePointRight(decimals).abs().compareTo(MOST_UNITS) <= 0;
  }

  private static long units(BigDecimal number, int decimals) {
    return number.movePointRight(decimals).longValue();
  }

  private static Optional<TemplatePart> uniform(String value) {
    String[] ends = value.split(RANGE, 2);
    Optional<BigDecimal> from = decimal(ends[0]);
    Optional<BigDecimal> to = ends.length == 2 ? decimal(ends[1]) : Optional.empty();
    if (from.isEmpty() || to.isEmpty() || from.get().compareTo(to.get()) > 0) {
      return none();
    }
    int decimals = Math.max(from.get().scale(), to.get().scale());
    return fits(from.get(), decimals) && fits(to.get(), decimals)
        ? Optional.of(
            TemplatePart.uniform(units(from.get(), decimals), units(to.get(), decimals), decimals))
        : none();
  }

  private static Optional<TemplatePart> normal(String value) {
    String[] both = value.split(",", 2);
    Optional<BigDecimal> mean = decimal(both[0]);
    Optional<BigDecimal> deviation =
        (both.length == 2 ? decimal(both[1]) : Optional.<BigDecimal>empty())
            .filter(number -> number.signum() >= 0);
    int decimals = mean.map(BigDecimal::scale).orElse(0);
    if (mean.isEmpty()
        || deviation.isEmpty()
        || !fits(mean.get(), decimals)
        || !fits(deviation.get(), decimals)) {
      return none();
    }
    return Optional.of(
        TemplatePart.normal(mean.get().doubleValue(), deviation.get().doubleValue(), decimals));
  }

  private static Optional<TemplatePart> zipf(String value) {
    String[] both = value.split(",", 2);
    Optional<BigDecimal> exponent = both.length == 2 ? decimal(both[1]) : decimal("1");
    boolean right =
        both[0].matches("\\d{1,7}")
            && exponent.isPresent()
            && exponent.get().signum() >= 0
            && exponent.get().doubleValue() <= MOST_EXPONENT;
    int ranks = right ? Integer.parseInt(both[0]) : 0;
    return ranks >= 1 && ranks <= MOST_RANKS
        ? Optional.of(TemplatePart.zipf(ranks, exponent.orElseThrow().doubleValue()))
        : none();
  }

  private Optional<TemplatePart> choice(String value) {
    List<byte[]> values = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    for (String one : value.split("\\|", -1)) {
      int equals = one.lastIndexOf('=');
      Optional<BigDecimal> weight = equals < 0 ? decimal("1") : decimal(one.substring(equals + 1));
      if (weight.isEmpty() || weight.get().signum() < 0) {
        return none();
      }
      values.add(bytes(equals < 0 ? one : one.substring(0, equals)));
      weights.add(weight.get().doubleValue());
    }
    double[] all = weights.stream().mapToDouble(Double::doubleValue).toArray();
    return weights.stream().anyMatch(weight -> weight > 0)
        ? Optional.of(TemplatePart.choice(values, all))
        : none();
  }

  private Optional<TemplatePart> lookup(String value) throws BodyException {
    int colon = value.lastIndexOf(':');
    if (colon < 1) {
      return none();
    }
    String file = value.substring(0, colon);
    String column = value.substring(colon + 1);
    Table table = table(file);
    int index = table.columns().indexOf(column);
    if (index < 0) {
      throw new BodyException(
          "no such column, got " + column + "; allowed " + String.join(", ", table.columns()));
    }
    return Optional.of(
        TemplatePart.lookup(
            tables.indexOf(table),
            table.rows().stream().map(row -> bytes(row.get(index))).toList()));
  }

  private Table table(String file) throws BodyException {
    for (Table known : tables) {
      if (known.file().equals(file)) {
        return known;
      }
    }
    Table read = files.of(file);
    tables.add(read);
    return read;
  }

  private static Optional<int[]> lengths(String value) {
    String[] ends = value.split(RANGE, 2);
    boolean digits = ends[0].matches("\\d{1,6}") && ends[ends.length - 1].matches("\\d{1,6}");
    int least = digits ? Integer.parseInt(ends[0]) : 1;
    int most = digits ? Integer.parseInt(ends[ends.length - 1]) : 0;
    return least <= most && most <= MOST_LETTERS
        ? Optional.of(new int[] {least, most})
        : Optional.empty();
  }

  private byte[] bytes(String value) {
    return json
        ? JsonStringEncoder.getInstance().quoteAsUTF8(value)
        : value.getBytes(StandardCharsets.UTF_8);
  }

  /** A time as {@code 2026-03-01T09:05:07.123Z}. */
  private static final class IsoTime implements TemplatePart {
    private static final long SECOND = 1_000_000_000;

    @Override
    public void write(BodyText out, FillState filling) {
      long second = Math.floorDiv(filling.epochNanos, SECOND);
      LocalDateTime time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
      out.appendDigits(time.getYear(), 4);
      out.append((byte) '-');
      out.appendDigits(time.getMonthValue(), 2);
      out.append((byte) '-');
      out.appendDigits(time.getDayOfMonth(), 2);
      out.append((byte) 'T');
      out.appendDigits(time.getHour(), 2);
      out.append((byte) ':');
      out.appendDigits(time.getMinute(), 2);
      out.append((byte) ':');
      out.appendDigits(time.getSecond(), 2);
      out.append((byte) '.');
      out.appendDigits(Math.floorMod(filling.epochNanos, SECOND) / 1_000_000, 3);
      out.append((byte) 'Z');
    }
  }
}
