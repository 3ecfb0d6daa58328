package io.tidemark.http.protocol;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toUnmodifiableMap;

import io.tidemark.model.worker.Operation;
import io.tidemark.model.worker.Worker;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The operations of a port: client and server use the same table. */
public final class Routes {
  /** The operations of {@link Worker}. */
  public static final Routes OF_WORKERS = new Routes(Worker.class);

  /** Needs no run, so it also shows that a worker answers. */
  public static final Route READ_CLOCK = OF_WORKERS.named("read-clock");

  private final Map<Method, Route> byMethod;

  /**
   * @param port its operations have the annotation {@link Operation}; other methods belong to the
   *     client
   */
  public Routes(Class<?> port) {
    byMethod =
        Stream.of(port.getMethods())
            .filter(method -> method.isAnnotationPresent(Operation.class))
            .collect(toUnmodifiableMap(Function.identity(), Route::derivedFrom));
    long names = byMethod.values().stream().map(Route::operation).distinct().count();
    if (names < byMethod.size()) {
      throw new IllegalArgumentException(port.getName() + " has two operations of one name");
    }
  }

  /** All operations by name. */
  public List<Route> all() {
    return byMethod.values().stream().sorted(comparing(Route::operation)).toList();
  }

  /** Empty if the method is no operation. */
  public Optional<Route> of(Method method) {
    return Optional.ofNullable(byMethod.get(method));
  }

  /** An operation that exists. */
  public Route named(String operation) {
    return byMethod.values().stream()
        .filter(route -> route.operation().equals(operation))
        .findFirst()
        .orElseThrow();
  }
}
