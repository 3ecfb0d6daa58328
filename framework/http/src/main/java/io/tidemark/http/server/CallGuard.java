package io.tidemark.http.server;

import io.javalin.http.Context;
import io.tidemark.http.protocol.Failure;
import io.tidemark.http.protocol.MalformedBodyException;
import io.tidemark.http.protocol.Protocol;
import io.tidemark.http.protocol.WireFormat;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.model.yaml.Printable;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Admits callers of our own protocol, and makes every failure an answer of it. */
public record CallGuard(WorkerServerOptions options) {
  private static final Logger LOG = LoggerFactory.getLogger(CallGuard.class);

  /** What an admitted call does. */
  public interface Work {
    void run()
        throws WorkerException,
            InterruptedException,
            RequestRefusedException,
            MalformedBodyException,
            IOException;
  }

  public void serve(Context context, String operation, Work work) throws IOException {
    try {
      admit(context);
      work.run();
    } catch (RequestRefusedException e) {
      refuse(context, e);
    } catch (MalformedBodyException e) {
      refuse(context, new RequestRefusedException(Protocol.BAD_REQUEST, e.getMessage()));
    } catch (WorkerException e) {
      fail(context, Failure.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(context, new Failure(Kind.WORKER_LOST, operation, "the worker is stopping"));
    } catch (RuntimeException e) {
      LOG.error("{} failed", operation, e);
      String what = "internal error of the worker: " + e.getClass().getSimpleName();
      fail(context, new Failure(Kind.INFRASTRUCTURE, operation, what));
    }
  }

  /** Before anything of the body is read. */
  private void admit(Context context) throws RequestRefusedException {
    new AdmittedCallers(options).require(name -> context.header(name));
    Optional<String> mismatch =
        Protocol.mismatch(
            context.header(Protocol.PROTOCOL_HEADER), context.header(Protocol.PRODUCT_HEADER));
    if (mismatch.isPresent()) {
      throw new RequestRefusedException(Protocol.OTHER_VERSION, mismatch.get());
    }
    HttpStack.admit(context);
    if (options.token().isEmpty()) {
      context.header(Protocol.OPEN_HEADER, "true");
    }
  }

  private static void refuse(Context context, RequestRefusedException e) {
    context
        .status(e.status())
        .contentType("text/plain")
        .result(Printable.message(String.valueOf(e.getMessage())) + "\n");
    // What was not read of the body is not worth reading.
    context.header("Connection", "close");
  }

  private static void fail(Context context, Failure failure) {
    context
        .status(Protocol.FAILED)
        .contentType(Protocol.CONTENT_TYPE)
        .result(WireFormat.write(failure));
  }
}
