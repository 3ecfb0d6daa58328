package io.tidemark.http.client;

import io.tidemark.http.protocol.WorkerAddress;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Why a call got no answer, in one line with host and port. */
public final class NoAnswer {
  private static final Pattern NOT_HTTP =
      Pattern.compile("header parser|[Ii]nvalid status line|EOF reached|[Cc]onnection reset");

  private NoAnswer() {}

  public static String describe(WorkerAddress address, Duration limit, Throwable cause) {
    if (has(cause, UnresolvedAddressException.class) || has(cause, UnknownHostException.class)) {
      return "no such host: " + address.host();
    }
    if (cause instanceof HttpConnectTimeoutException) {
      return "cannot connect to %s: no answer".formatted(address);
    }
    if (cause instanceof ConnectException) {
      return "cannot connect to %s: %s".formatted(address, reason(cause, "connection refused"));
    }
    if (cause instanceof HttpTimeoutException) {
      return String.format(
          Locale.ROOT, "%s did not answer within %d ms", address, limit.toMillis());
    }
    if (cause instanceof SSLException) {
      return "no TLS with %s: %s".formatted(address, reason(root(cause), "handshake failed"));
    }
    return "the connection to %s was lost: %s"
        .formatted(address, reason(cause, cause.getClass().getSimpleName()));
  }

  /**
   * What a user should look at if nothing has ever answered there: a server of another protocol,
   * such as a broker, closes the connection, or answers what is not HTTP. Empty if the cause is
   * another.
   */
  static String likelyMistake(Throwable cause) {
    String text = String.valueOf(cause.getMessage());
    return NOT_HTTP.matcher(text).find()
        ? "; what listens there does not speak HTTP: is it a worker (bin/benchmark-worker), not a"
            + " broker, and is it http:// or https:// as the worker printed?"
        : "";
  }

  /** The innermost cause: it says what is wrong with the certificate in a failed handshake. */
  private static Throwable root(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root;
  }

  private static boolean has(Throwable cause, Class<? extends Throwable> type) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (type.isInstance(each)) {
        return true;
      }
    }
    return false;
  }

  private static String reason(Throwable cause, String otherwise) {
    return Optional.ofNullable(cause.getMessage())
        .map(text -> text.lines().findFirst().orElse(otherwise))
        .orElse(otherwise);
  }
}
