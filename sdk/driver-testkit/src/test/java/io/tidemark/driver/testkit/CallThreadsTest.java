package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.Responder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kit calls a driver only on threads for which it waits with a deadline. A call on the kit's
 * thread would hang the kit if the driver hangs.
 */
@Tag("slow")
class CallThreadsTest {
  private static final List<Class<?>> WATCHED =
      List.of(
          BenchmarkDriver.class,
          BenchmarkProducer.class,
          BenchmarkConsumer.class,
          Requester.class,
          Responder.class);

  private final Thread kit = Thread.currentThread();
  private final Set<String> calls = new ConcurrentSkipListSet<>();
  private final Set<String> onTheKitsThread = new ConcurrentSkipListSet<>();

  @Test
  void noCallIsMadeOnTheKitsThread(@TempDir Path directory) {
    for (Rule rule : ConformanceRules.all()) {
      DriverUnderTest subject = new WatchedSubject(rule, directory);
      RuleOutcome.tryRule(rule, new ConformanceBench(subject, directory, Patience.of(subject)));
    }
    assertThat(onTheKitsThread).isEmpty();
    assertThat(calls)
        .contains("initialize", "sendAsync", "copiesPayload", "sendRequest", "pause", "close");
  }

  private final class WatchedSubject extends MemorySubject {
    WatchedSubject(Rule rule, Path directory) {
      super(rule, Optional.empty(), directory);
    }

    /** Each call is slow here. */
    @Override
    public int messages() {
      return 200;
    }

    /** Some rules wait until the deadline. */
    @Override
    public Duration deadline() {
      return Duration.ofSeconds(3);
    }

    @Override
    public BenchmarkDriver newDriver() {
      return (BenchmarkDriver) watched(super.newDriver());
    }
  }

  /** A proxy of the object that records the thread of each call, if the kit calls its methods. */
  private Object watched(Object value) {
    if (value instanceof CompletableFuture<?> future) {
      return future.thenApply(result -> result == null ? null : watched(result));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(this::watched).toList();
    }
    if (WATCHED.stream().noneMatch(type -> type.isInstance(value))) {
      return value;
    }
    return Proxy.newProxyInstance(
        getClass().getClassLoader(),
        interfaces(value.getClass()),
        (proxy, method, arguments) -> call(value, method, arguments));
  }

  private static Class<?>[] interfaces(Class<?> type) {
    return type == Object.class
        ? new Class<?>[0]
        : Stream.concat(
                Arrays.stream(type.getInterfaces()),
                Arrays.stream(interfaces(type.getSuperclass())))
            .distinct()
            .toArray(Class<?>[]::new);
  }

  private Object call(Object target, Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() != Object.class) {
      calls.add(method.getName());
      if (Thread.currentThread() == kit) {
        onTheKitsThread.add(method.toString());
      }
    }
    try {
      method.setAccessible(true);
      Object result = method.invoke(target, arguments);
      return result == null ? null : watched(result);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
