package io.tidemark.model.worker;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The operations of a port by their methods: {@code createTopics} is {@code create-topics}. */
public final class Operations {
  private static final Map<Method, String> NAMES = new ConcurrentHashMap<>();

  private Operations() {}

  public static String name(Method method) {
    return NAMES.computeIfAbsent(
        method, each -> each.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
  }

  /** Calls the method of a worker; its failures have the name of the operation. */
  public static @Nullable Object call(Method method, Object worker, Object... arguments)
      throws WorkerException, InterruptedException {
    try {
      return method.invoke(worker, arguments);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(method + " cannot be called", e);
    } catch (InvocationTargetException e) {
      throw failure(name(method), e.getCause());
    }
  }

  private static RuntimeException failure(String operation, @Nullable Throwable cause)
      throws WorkerException, InterruptedException {
    if (cause instanceof WorkerException failure) {
      throw failure.of(operation);
    }
    if (cause instanceof InterruptedException interrupted) {
      throw interrupted;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException defect ? defect : new IllegalStateException(cause);
  }

  /**
   * The worker, with failures that have the names of operations.
   *
   * @param begun is told each operation that is called
   */
  public static Worker named(Worker worker, Consumer<String> begun) {
    Class<?>[] port = {Worker.class};
    return (Worker)
        Proxy.newProxyInstance(
            Worker.class.getClassLoader(),
            port,
            (proxy, method, arguments) -> {
              if (method.isAnnotationPresent(Operation.class)) {
                begun.accept(name(method));
              }
              return call(method, worker, arguments == null ? new Object[0] : arguments);
            });
  }
}
