package io.tidemark.cli.live;

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
