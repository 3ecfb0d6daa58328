package io.tidemark.http.client;

import io.tidemark.http.protocol.Routes;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.model.worker.Worker;

/**
 * A worker on another host. Calls of one run come from one thread at a time, as the port says;
 * {@link #readClock}, {@link #describe} and {@link #injectFault} may come in between. A call that
 * is repeated because its answer did not arrive is the same command to the worker. {@link #close}
 * closes the connections; the worker continues.
 */
public interface HttpWorker extends Worker {

  /** Whether it accepted a call with a token without requiring one. */
  boolean ignoresToken();

  static HttpWorker at(WorkerAddress address, HttpWorkerOptions options) {
    return RemotePort.client(HttpWorker.class, Routes.OF_WORKERS, address, options);
  }
}
