package io.tidemark.http.protocol;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Common definitions of both ends. See docs/reference/worker-protocol.md. */
public final class Protocol {
  /** Increased with every incompatible change. */
  public static final int VERSION = 14;

  public static final String PREFIX = "/tidemark/v" + VERSION + "/";
  public static final String PROTOCOL_HEADER = "Tidemark-Protocol";
  public static final String PRODUCT_HEADER = "Tidemark-Version";
  public static final String RUN_HEADER = "Tidemark-Run";

  /** In responses of a stopping worker: the reason, one line; then in calls, as received. */
  public static final String DEPARTURE_HEADER = "Tidemark-Departure";

  /** In answers of a worker that requires no token. */
  public static final String OPEN_HEADER = "Tidemark-Open";

  public static final String SEQUENCE_HEADER = "Tidemark-Sequence";
  public static final String CONTENT_TYPE = "application/cbor";

  /** The operation failed; the body is a {@link Failure}. */
  public static final int FAILED = 422;

  public static final int BAD_REQUEST = 400;
  public static final int UNAUTHORIZED = 401;
  public static final int FORBIDDEN = 403;
  public static final int NOT_FOUND = 404;
  public static final int CONFLICT = 409;

  /** The body has not arrived in time. */
  public static final int TIMED_OUT = 408;

  public static final int TOO_LARGE = 413;
  public static final int OTHER_VERSION = 426;

  /** Later the same request may succeed. */
  public static final int BUSY = 503;

  private Protocol() {}

  /** Looked up once: it is in the headers of every call. */
  private static final class Product {
    private static final String VERSION =
        Objects.requireNonNullElse(
            Protocol.class.getPackage().getImplementationVersion(), "development");
  }

  /** This build's version, as its jar says. */
  public static String product() {
    return Product.VERSION;
  }

  /** Headers of every call: content type, versions, and the token if there is one. */
  public static Map<String, String> headers(Optional<Token> token) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Content-Type", CONTENT_TYPE);
    headers.put(PROTOCOL_HEADER, String.valueOf(VERSION));
    headers.put(PRODUCT_HEADER, product());
    token.ifPresent(each -> headers.put("Authorization", each.header()));
    return headers;
  }

  /** Empty if both ends have the same version; otherwise one line that says what to do. */
  public static Optional<String> mismatch(String theirs, String theirProduct) {
    if (Objects.equals(theirs, String.valueOf(VERSION))) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            ("the worker has protocol %d (Tidemark %s), the coordinator %s (Tidemark"
                + " %s): install the same version on both"),
            VERSION,
            product(),
            shown(theirs),
            shown(theirProduct)));
  }

  /** A text fit for a header: one printable line. */
  public static String line(String text) {
    String printable = text.replaceAll("[^\\x20-\\x7e]", "?");
    return printable.length() <= 300 ? printable : printable.substring(0, 300) + "...";
  }

  /** External text for a message: short and printable. */
  public static String shown(@Nullable String text) {
    if (text == null) {
      return "none";
    }
    String printable = text.replaceAll("[^\\x21-\\x7e]", "?");
    return printable.length() <= 40 ? printable : printable.substring(0, 40) + "...";
  }
}
