package io.tidemark.http.client;

import io.tidemark.http.protocol.Route;
import io.tidemark.http.protocol.Routes;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.Operation.Scope;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The client's end of a port: each operation is a call to the worker. */
public final class RemotePort implements InvocationHandler {
  /** The worker's own limit for calls of the driver that have no deadline. */
  private static final Duration DRIVER_LIMIT = Duration.ofSeconds(10);

  private static final Object[] NONE = {};

  private final Routes routes;
  private final WorkerAddress address;
  private final HttpWorkerOptions options;
  private final Calls calls;

  private RemotePort(Routes routes, WorkerAddress address, HttpWorkerOptions options) {
    this.routes = routes;
    this.address = address;
    this.options = options;
    this.calls = new Calls(address, options);
  }

  /**
   * @param client an interface that extends that of {@link HttpWorker}
   */
  public static <T extends Worker> T client(
      Class<T> client, Routes routes, WorkerAddress address, HttpWorkerOptions options) {
    RemotePort handler = new RemotePort(routes, address, options);
    Class<?>[] interfaces = {client};
    return client.cast(Proxy.newProxyInstance(client.getClassLoader(), interfaces, handler));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws WorkerException, InterruptedException {
    Object[] given = arguments == null ? NONE : arguments;
    Route route = routes.of(method).orElse(null);
    return route == null ? here(proxy, method, given) : there(route, given);
  }

  private @Nullable Object there(Route route, Object... arguments)
      throws WorkerException, InterruptedException {
    if (route.equals(Routes.READ_CLOCK)) {
      return calls.readClock(options.callTimeout());
    }
    if (route.scope() == Scope.BEGIN) {
      calls.begin(((RunSetup) arguments[0]).runId());
    }
    if (route.scope() == Scope.END && !calls.hasBegun()) {
      return new FinishReport(List.of(), 0, List.of()); // The worker has nothing of this run.
    }
    Duration otherwise = route.callsDriver() ? DRIVER_LIMIT : options.callTimeout();
    Object answer = calls.call(route, route.deadline(arguments).orElse(otherwise), arguments);
    return answer instanceof WorkerInfo info ? info.withName(address.name()) : answer;
  }

  /** Methods that are no operations. */
  private @Nullable Object here(Object proxy, Method method, Object... arguments) {
    return switch (method.getName()) {
      case "name" -> address.name();
      case "silence" -> calls.silence();
      case "departure" -> calls.departure();
      case "ignoresToken" -> calls.ignoresToken();
      case "close" -> {
        calls.close();
        yield null;
      }
      case "toString" -> "HttpWorker[" + address + "]";
      case "hashCode" -> System.identityHashCode(proxy);
      case "equals" -> proxy == arguments[0];
      default -> throw new IllegalStateException(method + " is no operation");
    };
  }
}
