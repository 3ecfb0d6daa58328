package io.openmessaging.benchmark.driver;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

public class ResourceCreator<R, C> {
  public ResourceCreator(
      String name,
      int maxBatchSize,
      long interBatchDelayMs,
      Function<List<R>, Map<R, CompletableFuture<C>>> invokeBatchFn,
      Function<CompletableFuture<C>, CreationResult<C>> complete) {}

  public CompletableFuture<List<C>> create(List<R> resources) {
    return null;
  }

  public static class CreationResult<C> {
    public CreationResult(C created, boolean success) {}
  }
}
