package io.tidemark.http.server;

import io.tidemark.http.protocol.Protocol;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may call, by the headers of a request.
 *
 * <p>A worker on loopback needs no token, but a web page opened on the same machine can send
 * requests to it. Browsers send headers that no coordinator sends. A page whose own name has been
 * made to resolve to loopback (DNS rebinding) sends none of them with a GET, but sends its name in
 * {@code Host}.
 */
public record AdmittedCallers(WorkerServerOptions options) {
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]{7,15}|\\[[0-9a-fA-F:.%]{2,64}]");
  private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}$");

  /** The headers of a request by name; null for one that is absent. */
  @FunctionalInterface
  public interface Headers extends Function<String, @Nullable String> {}

  /** Before anything of the body is read. */
  public void require(Headers headers) throws RequestRefusedException {
    if (headers.apply("Origin") != null || headers.apply("Sec-Fetch-Mode") != null) {
      throw new RequestRefusedException(Protocol.FORBIDDEN, "not for browsers");
    }
    requireHost(headers);
    if (options.token().isPresent()
        && !options.token().get().matches(headers.apply("Authorization"))) {
      throw new RequestRefusedException(Protocol.UNAUTHORIZED, "wrong or missing token");
    }
  }

  boolean admits(Headers headers) {
    try {
      require(headers);
      return true;
    } catch (RequestRefusedException e) {
      return false; // The endpoint answers that.
    }
  }

  /** Also for what needs no token: only this machine can reach a server on loopback. */
  void requireHost(Headers headers) throws RequestRefusedException {
    if (options.token().isPresent() || !options.isLoopback()) {
      return;
    }
    String host = PORT.matcher(String.valueOf(headers.apply("Host"))).replaceFirst("");
    if (!ADDRESS.matcher(host).matches()
        && !host.equalsIgnoreCase("localhost")
        && !host.equalsIgnoreCase(options.bind())) {
      throw new RequestRefusedException(
          Protocol.FORBIDDEN, "wrong Host header; allowed are localhost and addresses");
    }
  }
}
