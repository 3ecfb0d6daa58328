package io.tidemark.http.client;

import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.function.Function;

/**
 * A response of a worker, whichever way it came.
 *
 * @param headers the value of a header by its name in any case: few of them are ever asked for
 */
@SuppressWarnings("ArrayRecordComponent") // lives as long as a call
record Reply(int status, Function<String, Optional<String>> headers, byte[] body) {
  static Reply of(ResponseBytes response) {
    return new Reply(response.status(), response::header, response.body());
  }

  static Reply of(HttpResponse<byte[]> response) {
    return new Reply(response.statusCode(), response.headers()::firstValue, response.body());
  }

  Optional<String> header(String name) {
    return headers.apply(name);
  }
}
