package io.tidemark.coordinator.run;

import io.tidemark.model.worker.Operation;
import io.tidemark.model.worker.Operations;
import io.tidemark.model.worker.Worker;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;

/**
 * The port of a scripted worker: a method of the script with the same name and parameters, or else
 * only the note of the operation.
 */
record ScriptedPort(FaultyWorker script) implements InvocationHandler {

  static Worker of(FaultyWorker script) {
    Class<?>[] types = {Worker.class};
    return (Worker)
        Proxy.newProxyInstance(Worker.class.getClassLoader(), types, new ScriptedPort(script));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    for (Class<?> type = script.getClass(); type != null; type = type.getSuperclass()) {
      for (Method own : type.getDeclaredMethods()) {
        if (own.getName().equals(method.getName())
            && List.of(own.getParameterTypes()).equals(List.of(method.getParameterTypes()))) {
          return call(own, arguments);
        }
      }
    }
    if (!method.isAnnotationPresent(Operation.class)) {
      throw new UnsupportedOperationException("the script lacks " + method);
    }
    script.enter(Operations.name(method));
    return method.getReturnType() == Map.class ? Map.of() : null;
  }

  private Object call(Method own, Object... arguments) throws Throwable {
    try {
      return own.invoke(script, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
