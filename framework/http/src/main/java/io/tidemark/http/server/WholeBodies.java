package io.tidemark.http.server;

import io.tidemark.base.SystemClock;
import java.util.Set;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Calls the endpoints when the body is there: a body that stops coming holds no thread, which a
 * heartbeat may need. Bodies of callers that are not admitted are not read.
 */
final class WholeBodies extends Handler.Wrapper {
  /** Bodies have at most this share of the heap, unless one needs more. */
  private static final int HEAP_SHARE = 8;

  private final WorkerServerOptions options;
  private final AdmittedCallers admission;
  private final UnknownConnections unknown;
  private final Set<String> streamed;
  private final BodyMemory memory;

  /**
   * @param streamed paths whose endpoints read bodies themselves
   */
  WholeBodies(WorkerServerOptions options, UnknownConnections unknown, Set<String> streamed) {
    this.options = options;
    this.admission = new AdmittedCallers(options);
    this.unknown = unknown;
    this.streamed = streamed;
    this.memory =
        new BodyMemory(
            Math.max(options.maxBodyBytes(), Runtime.getRuntime().maxMemory() / HEAP_SHARE));
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (!admission.admits(name -> request.getHeaders().get(name))) {
      return super.handle(request, response, callback);
    }
    unknown.admitted(request.getConnectionMetaData().getConnection());
    if (streamed.contains(request.getHttpURI().getPath())) {
      return super.handle(request, response, callback);
    }
    RequestBody body =
        new RequestBody(
            request.getLength(), options.maxBodyBytes(), memory, SystemClock.get()::nanoTime);
    request.setAttribute(RequestBody.ATTRIBUTE, body);
    new Arrival(request, response, Callback.from(callback, body::release), body).run();
    return true;
  }

  /** Runs whenever something of the body is there. */
  private final class Arrival implements Runnable {
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final RequestBody body;

    private Arrival(Request request, Response response, Callback callback, RequestBody body) {
      this.request = request;
      this.response = response;
      this.callback = callback;
      this.body = body;
    }

    @Override
    public void run() {
      boolean more = true;
      while (more) {
        Content.Chunk chunk = request.read();
        if (chunk == null) {
          request.demand(this);
          return;
        }
        if (Content.Chunk.isFailure(chunk)) {
          body.fail(chunk.getFailure());
          more = false;
        } else {
          more = body.add(chunk.getByteBuffer()) && !chunk.isLast();
          chunk.release();
        }
      }
      callEndpoint();
    }

    private void callEndpoint() {
      try {
        if (!getHandler().handle(request, response, callback)) {
          Response.writeError(request, response, callback, 404);
        }
      } catch (Throwable e) {
        Response.writeError(request, response, callback, e);
      }
    }
  }
}
