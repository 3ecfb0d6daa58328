package io.tidemark.worker.engine;

import io.tidemark.measure.Clock;
import io.tidemark.measure.RateCurve;
import io.tidemark.measure.ThreadSlot;
import java.util.ArrayList;
import java.util.List;

/**
 * The lanes of one load thread, the one that is due first on top. {@link #step} does all the work
 * and never waits, so that a test can be the thread and the clock.
 */
final class LoadShard {
  /** Answer of {@link #step}: the load is over for this shard. */
  static final long STOP = Long.MIN_VALUE;

  private static final int BATCH = 256;

  private final Clock clock;
  private final LoadControl control;
  private final Lane[] lanes;
  private final Lane[] heap;
  private final long[] due;
  private final List<Lane> full = new ArrayList<>();
  private int size;
  private RateCurve followed;
  private long now = Long.MIN_VALUE;

  LoadShard(Clock clock, LoadControl control, List<Lane> lanes) {
    this.clock = clock;
    this.control = control;
    this.lanes = lanes.toArray(Lane[]::new);
    this.heap = new Lane[lanes.size()];
    this.due = new long[lanes.size()];
    this.followed = control.curve();
    fill();
  }

  List<Lane> lanes() {
    return List.of(lanes);
  }

  private void fill() {
    size = 0;
    full.clear();
    for (Lane lane : lanes) {
      if (!lane.isFinished()) {
        add(lane);
      }
    }
  }

  /**
   * Sends what is due, up to a batch.
   *
   * @return until when nothing is due, epoch nanoseconds; in the past if more is due; {@link
   *     RateCurve#NEVER} when everything waits for room; or {@link #STOP}
   */
  long step() {
    ThreadSlot slot = ThreadSlot.current();
    RateCurve curve = control.curve();
    if (curve != followed) {
      follow(curve);
    }
    if (!full.isEmpty()) {
      readmit();
    }
    for (int i = 0; i < BATCH && size > 0; i++) {
      if (due[0] > now) {
        now = clock.epochNanos();
        if (due[0] > now) {
          return control.isStopped(now) ? STOP : due[0];
        }
      }
      if (control.isStopped(now)) {
        return STOP;
      }
      sendTop(slot);
    }
    return verdict();
  }

  private void sendTop(ThreadSlot slot) {
    Lane lane = heap[0];
    if (!lane.hasRoom()) {
      removeTop();
      full.add(lane);
      return;
    }
    now = lane.send(slot);
    lane.pauseAfterFailures(now);
    if (lane.isFinished()) {
      removeTop();
    } else {
      sift(0, lane, lane.dueEpochNanos());
    }
  }

  private long verdict() {
    if (size > 0) {
      return due[0];
    }
    now = clock.epochNanos();
    return full.isEmpty() || control.isStopped(now) ? STOP : RateCurve.NEVER;
  }

  private void follow(RateCurve curve) {
    followed = curve;
    for (Lane lane : lanes) {
      lane.follow(curve);
    }
    fill();
  }

  /** Whether a lane waits for an acknowledgement. */
  boolean waitsForRoom() {
    return !full.isEmpty();
  }

  /** Whether a lane that waited has room again. */
  boolean hasRoomAgain() {
    for (int i = 0; i < full.size(); i++) {
      if (full.get(i).hasRoom()) {
        return true;
      }
    }
    return false;
  }

  private void readmit() {
    for (int i = full.size() - 1; i >= 0; i--) {
      Lane lane = full.get(i);
      if (lane.hasRoom()) {
        full.set(i, full.get(full.size() - 1));
        full.remove(full.size() - 1);
        add(lane);
      }
    }
  }

  private void add(Lane lane) {
    long key = lane.dueEpochNanos();
    int at = size++;
    while (at > 0 && due[(at - 1) / 2] > key) {
      heap[at] = heap[(at - 1) / 2];
      due[at] = due[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = lane;
    due[at] = key;
  }

  private void removeTop() {
    size--;
    Lane moved = heap[size];
    heap[size] = null;
    if (size > 0) {
      sift(0, moved, due[size]);
    }
  }

  private void sift(int from, Lane lane, long key) {
    int at = from;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && due[child + 1] < due[child]) {
        child++;
      }
      if (due[child] >= key) {
        break;
      }
      heap[at] = heap[child];
      due[at] = due[child];
      at = child;
    }
    heap[at] = lane;
    due[at] = key;
  }
}
