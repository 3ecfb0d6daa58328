package io.tidemark.model.result;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Function;

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

  /** Each element turned into another: of a series when it is asked for, else at once. */
  public static <A, B> List<B> map(List<A> list, Function<A, B> function) {
    return list instanceof Series
        ? new Mapped<>(list, function)
        : list.stream().map(function).toList();
  }

  private static final class Mapped<A, B> extends Series<B> {
    private final List<A> source;
    private final Function<A, B> function;

    Mapped(List<A> source, Function<A, B> function) {
      this.source = source;
      this.function = function;
    }

    @Override
    public B get(int index) {
      return function.apply(source.get(index));
    }

    @Override
    public int size() {
      return source.size();
    }
  }
}
