package io.tidemark.http;

import io.javalin.http.Context;

/**
 * A worker on loopback needs no token, but a web page opened on the same machine can post to it.
 * Browsers say where a page came from; no coordinator does.
 */
final class BrowserGuard {
  private BrowserGuard() {}

  static void refuseBrowsers(Context context) throws RefusedException {
    if (context.header("Origin") != null || context.header("Sec-Fetch-Mode") != null) {
      throw new RefusedException(Protocol.FORBIDDEN, "not for browsers");
    }
  }
}
