package io.tidemark.coordinator;

import io.tidemark.model.result.Series;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a run records of one kind, in order, to be read when it is over. Used by one thread. */
interface AppendLog<T> {
  /** Adds one; a failure is told by the journal, never thrown. */
  void add(T value);

  /** What was added so far is safe from now on, also if this process is killed. */
  void flush();

  /** All that was kept: a {@link Series} where it does not lie in memory. */
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
