package io.tidemark.simulation.world;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.tidemark.simulation.kernel.SimulationOver;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** One request in a worker's web server, with as much of Javalin's context as endpoints use. */
final class ServerExchange {
  private static final int NOT_FOUND = 404;
  private static final int DEFECT = 500;
  private static final ThreadLocal<ServerExchange> CURRENT = new ThreadLocal<>();

  private final HttpRequest request;
  private final byte[] body;
  private final long beganNanoTime;
  private final Map<String, List<String>> headers = new TreeMap<>();
  private final Map<Object, Object> attributes = new HashMap<>();
  private int status = 200;
  private byte[] answer = {};

  ServerExchange(HttpRequest request, byte[] body, long beganNanoTime) {
    this.request = request;
    this.body = body;
    this.beganNanoTime = beganNanoTime;
  }

  /** What the calling thread serves. */
  static ServerExchange current() {
    return CURRENT.get();
  }

  byte[] body() {
    return body;
  }

  long beganNanoTime() {
    return beganNanoTime;
  }

  int status() {
    return status;
  }

  byte[] answer() {
    return answer;
  }

  Map<String, List<String>> headers() {
    return headers;
  }

  void handle(List<Handler> before, Handler endpoint) {
    CURRENT.set(this);
    Class<?>[] interfaces = {Context.class};
    Context context =
        (Context) Proxy.newProxyInstance(Context.class.getClassLoader(), interfaces, this::invoke);
    try {
      for (Handler each : before) {
        each.handle(context);
      }
      if (endpoint == null) {
        status = NOT_FOUND;
      } else {
        endpoint.handle(context);
      }
    } catch (SimulationOver e) {
      throw e;
    } catch (Exception | Error e) { // The web server answers each of them so.
      status = DEFECT;
      answer = String.valueOf(e).getBytes(StandardCharsets.UTF_8);
    } finally {
      CURRENT.remove();
    }
  }

  private Object invoke(Object context, Method method, Object... given) {
    int count = given == null ? 0 : given.length;
    switch (method.getName()) {
      case "header":
        if (count == 1) {
          return requestHeader((String) given[0]);
        }
        headers.put(((String) given[0]).toLowerCase(Locale.ROOT), List.of((String) given[1]));
        return context;
      case "status":
        status = (Integer) given[0];
        return context;
      case "contentType":
        return context;
      case "result":
        answer =
            given[0] instanceof byte[] bytes
                ? bytes
                : ((String) given[0]).getBytes(StandardCharsets.UTF_8);
        return context;
      case "attribute":
        if (count == 1) {
          return attributes.get(given[0]);
        }
        attributes.put(given[0], given[1]);
        return null;
      case "ip":
        return "127.0.0.1";
      case "req":
        return null;
      case "hashCode":
        return 1;
      case "equals":
        return context == given[0];
      default:
        throw new IllegalStateException("endpoints do not use " + method);
    }
  }

  private String requestHeader(String name) {
    return name.equals("Host")
        ? request.uri().getAuthority()
        : request.headers().firstValue(name).orElse(null);
  }
}
