package io.tidemark.http.client;

import io.tidemark.http.protocol.Protocol;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import java.nio.charset.StandardCharsets;

/** Error responses of a worker. */
public final class Refusals {
  private Refusals() {}

  /**
   * @param tidemark whether the response has our protocol's header
   */
  public static WorkerException of(
      WorkerAddress address, String operation, int status, boolean tidemark, byte[] body) {
    String said = firstLine(body);
    String message =
        switch (status) {
          case Protocol.UNAUTHORIZED ->
              address + " requires another token; use the same --token-file on both sides";
          case Protocol.NOT_FOUND ->
              tidemark
                  ? address + " does not know " + operation
                  : address + " is not a Tidemark worker (HTTP 404)";
          default -> said.isEmpty() ? address + " answers HTTP " + status : said;
        };
    Kind kind = status >= 500 ? Kind.INFRASTRUCTURE : Kind.CONFIGURATION;
    return new WorkerException(address.name(), operation, kind, message, null);
  }

  private static String firstLine(byte[] body) {
    String text = new String(body, 0, Math.min(body.length, 500), StandardCharsets.UTF_8);
    return text.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
  }
}
