package io.tidemark.charts;

import java.util.List;

/**
 * What a picture shows, independent of how it is drawn. Immutable.
 *
 * @param id unique on a page and stable over versions: letters, digits and {@code -}
 * @param title what is shown, in sentence case
 * @param description one or two sentences for readers and screen readers: what is measured, from
 *     which time to which
 * @param x shared by charts of the same {@link #group}, so that they can be zoomed together
 * @param lines in the order of the legend; at least one has a point
 * @param marks times or values that need attention
 * @param references values from elsewhere, drawn as horizontal lines
 * @param spreads of the lines of systems with several runs; pictures show the lines, the page the
 *     spreads, and the lines on demand
 */
public record Chart(
    String id,
    Group group,
    String title,
    String description,
    Axis x,
    Axis y,
    List<Line> lines,
    List<Mark> marks,
    List<Reference> references,
    List<Spread> spreads) {

  /** Charts that belong together. */
  public enum Group {
    /** Over the time since the first sample of a run. */
    TIMELINE,
    /** Latency over percentile, or share over latency. */
    DISTRIBUTION,
    /** Latency and rates over the intended rate of a phase. */
    RATE,
    /** Over the number of requesters or another input. */
    SWEEP,
    /** One value for each run. */
    RUNS
  }

  public Chart {
    lines = List.copyOf(lines);
    marks = List.copyOf(marks);
    references = List.copyOf(references);
    spreads = List.copyOf(spreads);
  }

  /** A chart without spreads. */
  public Chart(
      String id,
      Group group,
      String title,
      String description,
      Axis x,
      Axis y,
      List<Line> lines,
      List<Mark> marks,
      List<Reference> references) {
    this(id, group, title, description, x, y, lines, marks, references, List.of());
  }

  Chart withSpreads(List<Spread> otherSpreads) {
    return new Chart(id, group, title, description, x, y, lines, marks, references, otherSpreads);
  }

  Chart withMarks(List<Mark> otherMarks) {
    return new Chart(id, group, title, description, x, y, lines, otherMarks, references, spreads);
  }

  /** This chart with another title and other lines. */
  Chart with(String otherTitle, List<Line> otherLines) {
    return new Chart(
        id, group, otherTitle, description, x, y, otherLines, marks, references, spreads);
  }
}
