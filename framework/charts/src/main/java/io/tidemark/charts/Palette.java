package io.tidemark.charts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

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

  private static final int BLACK = 0;
  private static final int WHITE = 0xFFFFFF;

  /** By how much the first and the last line of an environment differ from its colour. */
  private static final double SHADE = 0.4;

  private final List<String> environments;

  private Palette(List<String> environments) {
    this.environments = environments;
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
    List<Line> measured = measured(chart).toList();
    boolean byEnvironment = isByEnvironment(measured);
    List<String> colours = new ArrayList<>();
    for (Line line : chart.lines()) {
      if (line.kind() == Line.Kind.DASHED) {
        colours.add(hex(theme.of(NEUTRAL)));
      } else if (byEnvironment) {
        colours.add(hex(shade(line, measured, theme)));
      } else {
        colours.add(hex(theme.of(COLOURS[measured.indexOf(line) % COLOURS.length])));
      }
    }
    return colours;
  }

  /** The colour of all runs of a system together, as {@code #rrggbb}. */
  public String spread(Spread spread, Theme theme) {
    int place = environments.indexOf(spread.environment());
    return hex(theme.of(COLOURS[place % COLOURS.length]));
  }

  /** The colour of a mark, as {@code #rrggbb}. */
  public static String mark(Mark.Kind kind, Theme theme) {
    return hex(
        theme.of(
            switch (kind) {
              case PHASE -> NEUTRAL;
              case FAULT -> COLOURS[5];
              case BLOCK -> COLOURS[4];
              case DISRUPTION, CHANGE -> COLOURS[1];
              case NOISE -> COLOURS[4];
            }));
  }

  private static Stream<Line> measured(Chart chart) {
    return chart.lines().stream().filter(line -> line.kind() != Line.Kind.DASHED);
  }

  private boolean isByEnvironment(List<Line> lines) {
    long drawn = lines.stream().map(Line::environment).distinct().count();
    return drawn > 1 || environments.size() > 1 && lines.size() == 1;
  }

  private int shade(Line line, List<Line> lines, Theme theme) {
    int colour = theme.of(COLOURS[environments.indexOf(line.environment()) % COLOURS.length]);
    List<Line> same =
        lines.stream().filter(other -> other.environment().equals(line.environment())).toList();
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
