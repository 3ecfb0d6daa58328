package io.tidemark.model.body;

import io.tidemark.model.load.PayloadSpec.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What the values of a body are made of. Not thread-safe. */
final class FillState {
  /** In 2026: as long as the times of a run. */
  private static final long TIME_OF_SAMPLES = 1_767_225_600_000_000_000L;

  private final List<Table> tables;
  private final int[] rows;
  final Random random;
  long body;
  long sequence;
  long epochNanos = TIME_OF_SAMPLES;

  FillState(List<Table> tables, long seed) {
    this.tables = tables;
    this.rows = new int[tables.size()];
    this.random = new Random(seed);
  }

  /** Begins another body. */
  void begin() {
    Arrays.fill(rows, -1);
  }

  /** The row of a table that this body has: all its lookups are of one row. */
  int row(int table) {
    if (rows[table] < 0) {
      rows[table] = random.nextInt(tables.get(table).rows().size());
    }
    return rows[table];
  }
}
