package io.tidemark.charts;

import java.util.List;

/**
 * The axis of a chart.
 *
 * @param title with its unit in parentheses, for example {@code latency (ms)}
 * @param scale how values are placed
 * @param categories names of the values 0, 1, ... of a {@link Scale#CATEGORY} axis; empty otherwise
 */
public record Axis(String title, Scale scale, List<String> categories) {

  /** Placement of values. */
  public enum Scale {
    LINEAR,
    LOGARITHMIC,
    /**
     * Values are percentiles from 0 to 100 (exclusive), placed by 1 / (1 - p / 100) on a
     * logarithmic axis, so that 90, 99 and 99.9 have equal distances.
     */
    PERCENTILE,
    /** Values are whole numbers from 0 on, the places of {@link Axis#categories}. */
    CATEGORY
  }

  public Axis {
    categories = List.copyOf(categories);
  }

  /** An axis of numbers. */
  public Axis(String title, Scale scale) {
    this(title, scale, List.of());
  }
}
