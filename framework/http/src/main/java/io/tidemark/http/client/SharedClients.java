package io.tidemark.http.client;

import io.tidemark.base.DaemonThreads;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * HTTP clients for workers: those with the same options share one, because each client has a
 * selector, threads and buffers. It ends when no worker uses it.
 */
final class SharedClients {
  /** They parse responses, and look up names. */
  private static final int THREADS = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());

  private static final long IDLE_SECONDS = 10;

  private static final Map<Needs, WeakReference<HttpClient>> CLIENTS = new HashMap<>();

  private record Needs(Optional<SSLContext> tls, Duration connecting) {}

  private SharedClients() {}

  static synchronized HttpClient of(HttpWorkerOptions options) {
    Needs needs = new Needs(options.tls(), options.silence());
    WeakReference<HttpClient> made = CLIENTS.get(needs);
    @Nullable HttpClient client = made == null ? null : made.get();
    if (client == null) {
      CLIENTS.values().removeIf(each -> each.get() == null);
      client = make(needs);
      CLIENTS.put(needs, new WeakReference<>(client));
    }
    return client;
  }

  private static HttpClient make(Needs needs) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(threads())
            .connectTimeout(needs.connecting());
    needs.tls().ifPresent(builder::sslContext);
    return builder.build();
  }

  private static ThreadPoolExecutor threads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            DaemonThreads.numbered("worker-client"));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }
}
