package io.tidemark.worker.engine.record;

import io.tidemark.measure.StripedRecorder;
import io.tidemark.model.load.PriorityPlan;
import io.tidemark.model.snapshot.PhaseSlice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What happens to the messages of each priority, in addition to what is recorded of all. Safe for
 * all threads.
 */
public final class PriorityLog {
  /** Each takes memory for its latencies, and a run may have many priorities. */
  private static final int STRIPES = 2;

  public final PriorityPlan plan;
  private final List<StripedRecorder> recorders = new ArrayList<>();

  public PriorityLog(PriorityPlan plan) {
    this.plan = plan;
    for (int level = 0; level < plan.levels(); level++) {
      recorders.add(new StripedRecorder(false, STRIPES));
    }
  }

  public void record(int level, Recording.Entry entry) {
    Recording.record(recorders.get(level), entry);
  }

  /** What happened since the cut before, by priority. */
  public Map<Integer, List<PhaseSlice>> cut() {
    Map<Integer, List<PhaseSlice>> slices = new HashMap<>();
    for (int level = 0; level < recorders.size(); level++) {
      slices.put(plan.priority(level), recorders.get(level).cut().phases());
    }
    return slices;
  }
}
