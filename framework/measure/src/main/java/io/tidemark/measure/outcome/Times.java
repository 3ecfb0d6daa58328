package io.tidemark.measure.outcome;

import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** How often something happened with each sequence. Not thread-safe. */
public final class Times {
  private static final Roaring64Bitmap NONE = new Roaring64Bitmap();

  /** With place n: at least n + 1 times. Each is within the one before. */
  private final List<Roaring64Bitmap> atLeast = new ArrayList<>();

  /** It happened once more. */
  public void add(long sequence) {
    for (Roaring64Bitmap level : atLeast) {
      if (!level.contains(sequence)) {
        level.addLong(sequence);
        return;
      }
    }
    atLeast.add(Roaring64Bitmap.bitmapOf(sequence));
  }

  /** It happened this often in an interval, in the form of {@link #levels}. */
  public void add(List<Roaring64Bitmap> levels) {
    for (Roaring64Bitmap level : levels) {
      Roaring64Bitmap more = level;
      for (int place = 0; !more.isEmpty(); place++) {
        if (place == atLeast.size()) {
          atLeast.add(new Roaring64Bitmap());
        }
        Roaring64Bitmap known = atLeast.get(place);
        Roaring64Bitmap again = Roaring64Bitmap.and(known, more);
        known.or(more);
        known.runOptimize();
        more = again;
      }
    }
  }

  /** The sequences with which it happened at least once, at least twice, ... */
  public List<Roaring64Bitmap> levels() {
    return List.copyOf(atLeast);
  }

  /** The sequences with which it happened at least that often, which is above 0; not a copy. */
  public Roaring64Bitmap atLeast(int times) {
    return times > atLeast.size() ? NONE : atLeast.get(times - 1);
  }

  public int of(long sequence) {
    int times = 0;
    while (times < atLeast.size() && atLeast.get(times).contains(sequence)) {
      times++;
    }
    return times;
  }

  public boolean isEmpty() {
    return atLeast.isEmpty();
  }
}
