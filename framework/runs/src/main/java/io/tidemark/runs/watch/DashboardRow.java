package io.tidemark.runs.watch;

/**
 * A line of the dashboard.
 *
 * @param rank the lower, the more important
 */
record DashboardRow(int rank, String text) {
  DashboardRow {
    text = text.stripTrailing();
  }
}
