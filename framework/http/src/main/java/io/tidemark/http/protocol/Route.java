package io.tidemark.http.protocol;

import io.tidemark.model.worker.Operation;
import io.tidemark.model.worker.Operations;
import io.tidemark.model.worker.WorkerException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a port on the wire, derived from its method: the request of the client and its
 * handling on the server.
 *
 * @param operation last part of the path
 * @param method has the annotation {@link Operation}
 */
public record Route(String operation, Method method) {
  private static final byte[] EMPTY = {};

  static Route derivedFrom(Method method) {
    return new Route(Operations.name(method), method);
  }

  public Operation.Scope scope() {
    return declared().value();
  }

  public Operation.Stage stage() {
    return declared().stage();
  }

  /** Whether the worker calls the driver, without a deadline of the call. */
  public boolean callsDriver() {
    return declared().callsDriver();
  }

  private Operation declared() {
    return method.getAnnotation(Operation.class);
  }

  /** Whether a repetition must not be carried out again. */
  public boolean isCommand() {
    return scope() == Operation.Scope.COMMAND || scope() == Operation.Scope.BEGIN;
  }

  public String path() {
    return Protocol.PREFIX + operation;
  }

  /** The deadline of a call, if it has one. */
  public Optional<Duration> deadline(Object... arguments) {
    return arguments.length > 0 && arguments[arguments.length - 1] instanceof Duration deadline
        ? Optional.of(deadline)
        : Optional.empty();
  }

  /** The body of a request. */
  public byte[] request(Object... arguments) {
    return WireFormat.writeAll(parameterTypes(), arguments);
  }

  /** The arguments in the body of a request. */
  public Object[] arguments(byte[] request) throws MalformedBodyException {
    return WireFormat.readAll(request, parameterTypes(), operation + " request");
  }

  /** The body of a response. */
  public byte[] response(@Nullable Object answer) {
    return answer == null ? EMPTY : WireFormat.write(answer, method.getGenericReturnType());
  }

  /** The result in the body of a response; null if the operation has none. */
  public @Nullable Object answer(byte[] response) throws MalformedBodyException {
    if (method.getReturnType() == void.class) {
      return null;
    }
    return WireFormat.read(response, method.getGenericReturnType(), operation + " response");
  }

  private List<Type> parameterTypes() {
    return List.of(method.getGenericParameterTypes());
  }

  /** Calls the method of a worker. */
  public @Nullable Object invoke(Object worker, Object... arguments)
      throws WorkerException, InterruptedException {
    return Operations.call(method, worker, arguments);
  }
}
