package io.tidemark.coordinator.journal;

import io.tidemark.model.part.Series;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Entries of one kind that a run records in order and reads at its end. Used by one thread. */
public interface AppendLog<T> {
  /** Adds one; a failure is reported by the journal, never thrown. */
  void add(T value);

  /** Flushes added entries, so that they survive a kill of this process. */
  void flush();

  /** All stored entries; a {@link Series} if they are not in memory. */
  List<T> all();

  /** Keeps everything in memory. */
  static <T> AppendLog<T> inMemory() {
    List<T> kept = new ArrayList<>();
    List<T> view = Collections.unmodifiableList(kept);
    return new AppendLog<>() {
      @Override
      public void add(T value) {
        kept.add(value);
      }

      @Override
      public void flush() {}

      @Override
      public List<T> all() {
        return view;
      }
    };
  }
}
