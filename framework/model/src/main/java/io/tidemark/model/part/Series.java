package io.tidemark.model.part;

import java.util.AbstractList;
import java.util.List;

/**
 * A list that may be larger than memory: its elements are read on each access. Unmodifiable. To be
 * read in order: {@link #get} is slow in any other, and two calls give two equal objects. What
 * cannot be read is an {@link java.io.UncheckedIOException}.
 */
public abstract class Series<T> extends AbstractList<T> {

  /** The list itself where it is a series, else an unmodifiable copy. */
  public static <T> List<T> keep(List<T> list) {
    return list instanceof Series ? list : List.copyOf(list);
  }
}
