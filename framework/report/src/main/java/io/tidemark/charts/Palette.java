package io.tidemark.charts;

import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Colours of the lines and marks of charts that are shown together. Readers with a colour vision
 * deficiency can tell them apart (after Okabe and Ito); each has a contrast of at least 3 to 1 on
 * the background of its theme.
 */
public final class Palette {
  /** Which background colours are for. */
  public enum Theme {
    LIGHT,
    DARK;

    private int of(int[] colour) {
      return colour[ordinal()];
    }
  }

  private static final int[][] COLOURS = {
    {0x0072B2, 0x56B4E9},
    {0xC65102, 0xFF9D5C},
    {0x00805A, 0x3CCB9C},
    {0x9B3D8B, 0xE79BCB},
    {0x806600, 0xF0E442},
    {0x7A1F2B, 0xF4787E},
    {0x3D4A57, 0xC3CDD6},
  };

  /** Colours of intentions and limits. */
  private static final int[] NEUTRAL = {0x6B737B, 0x9AA4AD};

  /** Colours of the light theme, equal to those in the style sheet of pages. */
  private static final Map<String, String> FILE =
      Map.of(
          "text", "#1d2329", "soft", "#5a636c", "edge", "#d5dbe0", "back", "#ffffff", "bad",
          "#a3142a");

  private static final int BLACK = 0;
  private static final int WHITE = 0xFFFFFF;

  /** Difference in brightness of the first and the last line of an environment from its colour. */
  private static final double SHADE = 0.4;

  private final List<String> environments;

  private Palette(List<String> environments) {
    this.environments = environments;
  }

  /** Returns a palette with a colour for each environment. */
  public static Palette of(List<String> environments) {
    return new Palette(List.copyOf(environments));
  }

  /** Gives each environment of the charts a colour, in the order of their lines. */
  public static Palette forCharts(List<Chart> charts) {
    return new Palette(
        charts.stream()
            .flatMap(chart -> chart.lines().stream())
            .map(Line::environment)
            .distinct()
            .toList());
  }

  /** The colour of each line, as {@code #rrggbb}. */
  public List<String> lines(Chart chart, Theme theme) {
    List<Line> measured = measured(chart);
    boolean byEnvironment = chart.group() == Group.RUNS || isByEnvironment(measured);
    return chart.lines().stream()
        .map(line -> hex(colour(line, measured, byEnvironment, theme)))
        .toList();
  }

  /** The class of each line in the style sheet of pages, which has no shades. */
  public List<String> classes(Chart chart) {
    List<Line> measured = measured(chart);
    boolean byEnvironment = chart.group() == Group.RUNS || isByEnvironment(measured);
    return chart.lines().stream()
        .map(line -> line.isMeasured() ? "c" + place(line, measured, byEnvironment) : "target")
        .toList();
  }

  private int colour(Line line, List<Line> measured, boolean byEnvironment, Theme theme) {
    if (!line.isMeasured()) {
      return theme.of(NEUTRAL);
    }
    return byEnvironment && line.kind() != Kind.BAND
        ? shade(line, measured, theme)
        : theme.of(COLOURS[place(line, measured, byEnvironment)]);
  }

  private int place(Line line, List<Line> measured, boolean byEnvironment) {
    if (!byEnvironment && line.kind() != Kind.BAND) {
      return measured.indexOf(line) % COLOURS.length;
    }
    int known = environments.indexOf(line.environment());
    List<String> drawn = measured.stream().map(Line::environment).distinct().toList();
    int place = known < 0 ? drawn.indexOf(line.environment()) : known;
    return Math.max(0, place) % COLOURS.length;
  }

  /** The colour of a mark, as {@code #rrggbb}. */
  public static String mark(Event kind, Theme theme) {
    return hex(theme.of(colours(kind)));
  }

  private static int[] colours(Event kind) {
    return switch (kind) {
      case PHASE, UNMEASURED -> NEUTRAL;
      case FAULT -> COLOURS[5];
      case BLOCK, NOISE -> COLOURS[4];
      case DISRUPTION, CHANGE -> COLOURS[1];
    };
  }

  /** Rules of a style sheet of a page, for both themes: lines by their place, and marks. */
  public static String style() {
    StringBuilder style = new StringBuilder();
    for (int i = 0; i < COLOURS.length; i++) {
      style.append(rule("c" + i, COLOURS[i]));
    }
    style.append(rule("target", NEUTRAL));
    for (Event event : Event.values()) {
      style.append(rule(event.name().toLowerCase(Locale.ROOT), colours(event)));
    }
    return style.toString();
  }

  private static String rule(String name, int[] colours) {
    return ".chart .%s { color: light-dark(%s, %s); }%n"
        .formatted(name, hex(Theme.LIGHT.of(colours)), hex(Theme.DARK.of(colours)));
  }

  /** The style of a file: without variables, which many programs do not know. */
  static String fileStyle() {
    try (InputStream in = Palette.class.getResourceAsStream("svg.css")) {
      String style =
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8) + style();
      for (Map.Entry<String, String> each : FILE.entrySet()) {
        style = style.replace("var(--" + each.getKey() + ")", each.getValue());
      }
      return style
          .replaceAll("light-dark\\((#\\w+), #\\w+\\)", "$1")
          .replaceFirst("(?s)/\\*.*?\\*/", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Line> measured(Chart chart) {
    return chart.measured().filter(line -> line.kind() != Kind.BAND).toList();
  }

  private boolean isByEnvironment(List<Line> lines) {
    long drawn = lines.stream().map(Line::environment).distinct().count();
    boolean one = lines.stream().filter(line -> line.kind() == Kind.LINE).count() == 1;
    return drawn > 1 || one || environments.size() > 1 && lines.size() == 1;
  }

  private int shade(Line line, List<Line> lines, Theme theme) {
    int colour = theme.of(COLOURS[place(line, lines, true)]);
    List<Line> same =
        lines.stream()
            .filter(other -> other.environment().equals(line.environment()))
            .filter(other -> other.kind() == line.kind())
            .toList();
    if (same.size() == 1) {
      return colour;
    }
    double place = 2.0 * same.indexOf(line) / (same.size() - 1) - 1;
    return mixed(colour, place < 0 ? BLACK : WHITE, SHADE * Math.abs(place));
  }

  private static int mixed(int colour, int other, double share) {
    int mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int from = colour >> shift & 0xFF;
      int to = other >> shift & 0xFF;
      mixed |= (int) Math.round(from + (to - from) * share) << shift;
    }
    return mixed;
  }

  private static String hex(int colour) {
    return String.format(Locale.ROOT, "#%06x", colour);
  }
}
