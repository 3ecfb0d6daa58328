package io.tidemark.model.added;

import java.util.List;
import java.util.ServiceLoader;

/** Something that features add: an interface for each kind, beside the class that uses it. */
public interface Added {
  /** Has all of them, in the order of features. Found as a service. */
  interface Source {
    List<Added> added();
  }

  /** Those of one kind, in the order of features. */
  static <T extends Added> List<T> of(Class<T> kind) {
    return Found.ALL.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Loaded when they are asked for: the list of features makes some when it is loaded. */
  final class Found {
    private static final List<Added> ALL =
        ServiceLoader.load(Source.class, Added.class.getClassLoader()).stream()
            .flatMap(each -> each.get().added().stream())
            .toList();

    private Found() {}
  }
}
