package io.tidemark.http.client;

import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A response of a worker, whichever way it came.
 *
 * @param headers by name in lower case
 */
@SuppressWarnings("ArrayRecordComponent") // lives as long as a call
record Reply(int status, Map<String, String> headers, byte[] body) {
  private static final byte[] NONE = {};

  static Reply of(ResponseBytes response) {
    Map<String, String> headers = new HashMap<>();
    for (String line : response.head().split("\r\n")) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
    }
    return new Reply(response.status(), headers, response.body());
  }

  static Reply of(HttpResponse<byte[]> response) {
    return new Reply(response.statusCode(), headers(response), response.body());
  }

  static Reply withoutBody(HttpResponse<?> response) {
    return new Reply(response.statusCode(), headers(response), NONE);
  }

  private static Map<String, String> headers(HttpResponse<?> response) {
    Map<String, String> headers = new HashMap<>();
    response
        .headers()
        .map()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    return headers;
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }
}
