package io.tidemark.worker.engine.load;

import io.tidemark.base.Clock;
import io.tidemark.measure.ThreadSlot;
import io.tidemark.measure.schedule.RateCurve;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one load thread, and which of them is due first. {@link #step} does all the work and
 * never waits, so that a test can be the thread and the clock.
 */
@SuppressWarnings("unused")
public final class LoadShard extends ShardClock {
  /** Answer of {@link #step}: the load is over for this shard. */
  public static final long STOP = Long.MIN_VALUE;

  private static final int BATCH = 256;

  private final LoadSignals control;
  private final Lane[] lanes;
  private final DueHeap due;

  /** Numbers of the lanes that have no room. */
  private final int[] full;

  private int fullLanes;
  private boolean anyAway;

  /** Whose sends are held back until another lane's turn or the end of the step; or null. */
  private @Nullable Lane holding;

  private Course following;

  /** A copy of the course for other threads. */
  private volatile Course followed;

  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

  LoadShard(Clock clock, LoadSignals control, List<Lane> lanes) {
    super(clock);
    this.control = control;
    this.lanes = lanes.toArray(Lane[]::new);
    this.due = new DueHeap(lanes.size());
    this.full = new int[lanes.size()];
    this.following = control.course();
    this.followed = following;
    fill();
  }

  List<Lane> lanes() {
    return List.of(lanes);
  }

  private void fill() {
    due.clear();
    fullLanes = 0;
    anyAway = false;
    capped(0);
    for (int i = 0; i < lanes.length; i++) {
      if (lanes[i].isAway()) {
        anyAway = true;
      } else if (!lanes[i].isFinished()) {
        due.add(i, lanes[i].dueEpochNanos());
      }
    }
  }

  /**
   * Sends what is due, up to a batch.
   *
   * @return until when nothing is due, epoch nanoseconds; in the past if more is due; {@link
   *     RateCurve#NEVER} when everything waits for room; or {@link #STOP}
   */
  public long step() {
    long next = STOP;
    try {
      next = sendDue();
      return next;
    } finally {
      holdFor(null);
      if (next == STOP) {
        stopped();
      }
    }
  }

  private long sendDue() {
    ThreadSlot slot = ThreadSlot.current();
    Course course = control.course();
    if (course != following) {
      follow(course);
    }
    if (fullLanes > 0) {
      readmit();
    }
    for (int i = 0; i < BATCH && !due.isEmpty(); i++) {
      if (due.firstDue() > now) {
        tick();
        if (due.firstDue() > now) {
          return control.isStopped(now) ? STOP : due.firstDue();
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
    int number = due.firstLane();
    Lane lane = lanes[number];
    if (!lane.flights().hasRoom()) {
      lane.flights().waitForRoom(tick());
      due.removeFirst();
      full[fullLanes++] = number;
      capped(fullLanes);
      return;
    }
    holdFor(lane);
    long read = lane.send(slot);
    sent(lane.lastSendEpochNanos(), read);
    lane.pauseAfterFailures(now);
    if (lane.isFinished()) {
      due.removeFirst();
    } else {
      due.firstIsDueAgain(lane.dueEpochNanos());
    }
  }

  /** A lane never waits for another's sends, which may block. */
  private void holdFor(@Nullable Lane lane) {
    if (lane == holding) {
      return;
    }
    if (holding != null && holding.release()) {
      released();
    }
    holding = lane;
    if (lane != null) {
      lane.hold();
    }
  }

  private long verdict() {
    if (!due.isEmpty()) {
      return due.firstDue();
    }
    tick();
    boolean over = fullLanes == 0 && !anyAway;
    return over || control.isStopped(now) ? STOP : RateCurve.NEVER;
  }

  private void follow(Course course) {
    following = course;
    for (Lane lane : lanes) {
      lane.follow(course);
    }
    fill();
    followed = course;
  }

  /** Any thread: whether it follows this course. */
  boolean follows(Course course) {
    return followed == course;
  }

  /** Whether a lane waits for an acknowledgement. */
  boolean waitsForRoom() {
    return fullLanes > 0;
  }

  /** Whether a lane that waited has enough room again to go on. */
  boolean hasRoomAgain() {
    tick();
    for (int i = 0; i < fullLanes; i++) {
      if (lanes[full[i]].flights().hasRoomAgain(now)) {
        return true;
      }
    }
    return false;
  }

  private void readmit() {
    tick();
    for (int i = fullLanes - 1; i >= 0; i--) {
      int number = full[i];
      if (lanes[number].flights().hasRoomAgain(now)) {
        full[i] = full[--fullLanes];
        due.add(number, lanes[number].dueEpochNanos());
      }
    }
    capped(fullLanes);
  }

  /** Any thread: time in send calls so far, the one under way included; approximate. */
  long sendNanos(long epochNanos) {
    long since = Lane.NOT_SENDING;
    for (Lane lane : lanes) {
      since = Math.max(since, lane.sendingSinceEpochNanos());
    }
    return sendNanos(epochNanos, since);
  }

  /**
   * Which of a shard's lanes is due first: a binary heap of lane numbers by due time. It is padded
   * against false sharing and has no references, because writing them has a collector barrier. Not
   * thread-safe.
   */
  static final class DueHeap {
    private static final int MARGIN = 32;

    private final int[] lane;
    private final long[] due;
    private int size;

    DueHeap(int lanes) {
      this.lane = new int[MARGIN + lanes + MARGIN];
      this.due = new long[MARGIN + lanes + MARGIN];
    }

    boolean isEmpty() {
      return size == 0;
    }

    /** When the first is due; there is one. */
    long firstDue() {
      return due[MARGIN];
    }

    int firstLane() {
      return lane[MARGIN];
    }

    void clear() {
      size = 0;
    }

    void add(int laneNumber, long dueEpochNanos) {
      int at = size++;
      while (at > 0 && due[MARGIN + (at - 1) / 2] > dueEpochNanos) {
        move((at - 1) / 2, at);
        at = (at - 1) / 2;
      }
      put(at, laneNumber, dueEpochNanos);
    }

    void removeFirst() {
      size--;
      if (size > 0) {
        sift(lane[MARGIN + size], due[MARGIN + size]);
      }
    }

    /** The first lane is due again then. */
    void firstIsDueAgain(long dueEpochNanos) {
      sift(lane[MARGIN], dueEpochNanos);
    }

    private void sift(int laneNumber, long dueEpochNanos) {
      int at = 0;
      for (int child = 1; child < size; child = 2 * at + 1) {
        if (child + 1 < size && due[MARGIN + child + 1] < due[MARGIN + child]) {
          child++;
        }
        if (due[MARGIN + child] >= dueEpochNanos) {
          break;
        }
        move(child, at);
        at = child;
      }
      put(at, laneNumber, dueEpochNanos);
    }

    private void move(int from, int to) {
      put(to, lane[MARGIN + from], due[MARGIN + from]);
    }

    private void put(int at, int laneNumber, long dueEpochNanos) {
      lane[MARGIN + at] = laneNumber;
      due[MARGIN + at] = dueEpochNanos;
    }
  }
}
