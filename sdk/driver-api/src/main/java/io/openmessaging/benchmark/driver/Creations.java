package io.openmessaging.benchmark.driver;

import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Starts many creations at once; behind the SPI's default methods. */
final class Creations {
  private Creations() {}

  /**
   * Starts one creation per element, and completes with the results in order or the first failure.
   */
  static <T, R> CompletableFuture<List<R>> all(
      List<T> elements, Function<T, CompletableFuture<R>> creation) {
    List<CompletableFuture<R>> futures = new ArrayList<>(elements.size());
    for (T element : elements) {
      CompletableFuture<R> future = creation.apply(element);
      if (future == null) {
        throw new IllegalStateException(
            "the driver returned null instead of a future for " + element);
      }
      futures.add(future);
    }
    return CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0]))
        .thenApply(ignored -> futures.stream().map(CompletableFuture::join).collect(toList()));
  }
}
