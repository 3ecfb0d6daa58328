package io.tidemark.simulation.world;

import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.server.HttpStack;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.simulation.kernel.Replaces;
import jakarta.servlet.ServletRequest;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/** In place of web server and HTTP client. Endpoints and calls are the real ones. */
public final class ServerModel {
  private static final String STACK = "io/tidemark/http/server/HttpStack";
  private static final String ROUTES = "io/javalin/config/RoutesConfig";
  private static final String SERVER = "io/javalin/Javalin";
  private static final String REQUEST = "org/eclipse/jetty/ee10/servlet/ServletContextRequest";

  private ServerModel() {}

  @Replaces(value = STACK, ofClass = true)
  public static Javalin create(
      WorkerServerOptions options, List<? extends HttpStack.Endpoints> endpoints) {
    SimulatedWorld.current().worker().serves(endpoints);
    return null;
  }

  @Replaces(value = STACK, ofClass = true)
  public static void start(Javalin http, WorkerServerOptions options) {
    SimulatedWorld.current().worker().listen();
  }

  @Replaces(ROUTES)
  public static Object before(Object routes, Handler handler) {
    SimulatedWorld.current().worker().before(handler);
    return null;
  }

  @Replaces(ROUTES)
  public static Object post(Object routes, String path, Handler handler) {
    SimulatedWorld.current().worker().endpoint(path, handler);
    return null;
  }

  /** Only OMB's coordinator reads by GET. */
  @Replaces(ROUTES)
  public static Object get(Object routes, String path, Handler handler) {
    return null;
  }

  @Replaces(SERVER)
  public static Object stop(Object http) {
    SimulatedWorld.current().worker().stopListening();
    return null;
  }

  @Replaces(SERVER)
  public static int port(Object http) {
    return SimulatedWorld.current().worker().port();
  }

  @Replaces(value = "io/tidemark/http/server/RequestBody", ofClass = true)
  public static byte[] of(Context context) {
    return ServerExchange.current().body();
  }

  @Replaces(value = REQUEST, ofClass = true)
  public static ServletContextRequest getServletContextRequest(ServletRequest request) {
    return null;
  }

  @Replaces({REQUEST, "org/eclipse/jetty/server/Request"})
  public static long getBeginNanoTime(Object request) {
    return ServerExchange.current().beganNanoTime();
  }

  /** One for all workers of a simulation, as in a process. */
  @Replaces(value = "io/tidemark/http/client/SharedClients", ofClass = true)
  public static HttpClient of(HttpWorkerOptions options) {
    return new NetworkClient(
        SimulatedWorld.current().network(), Optional.of(options.callTimeout()));
  }

  /** The timer of all heartbeats is static: it would go on in the next simulation. */
  @Replaces("java/util/concurrent/ScheduledThreadPoolExecutor")
  public static ScheduledFuture<?> schedule(
      Object timer, Runnable task, long delay, TimeUnit unit) {
    return SimulatedWorld.current().timer().schedule(task, delay, unit);
  }

  @Replaces(value = "java/net/http/HttpClient", ofClass = true)
  public static HttpClient.Builder newBuilder() {
    return NetworkClient.builder();
  }
}
