package io.tidemark.http.server;

import io.javalin.http.Context;
import io.tidemark.http.protocol.Protocol;
import java.util.regex.Pattern;

/**
 * A worker on loopback needs no token, but a web page opened on the same machine can send requests
 * to it. Browsers send headers that no coordinator sends. A page whose own name has been made to
 * resolve to loopback (DNS rebinding) sends none of them with a GET, but sends its name in {@code
 * Host}.
 */
public final class BrowserGuard {
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]{7,15}|\\[[0-9a-fA-F:.%]{2,64}]");
  private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}$");

  private BrowserGuard() {}

  public static void refuseBrowsers(Context context) throws RefusedException {
    if (context.header("Origin") != null || context.header("Sec-Fetch-Mode") != null) {
      throw new RefusedException(Protocol.FORBIDDEN, "not for browsers");
    }
  }

  /** For a worker that only this machine can reach. */
  public static void refuseOtherHosts(Context context, String bind) throws RefusedException {
    String host = PORT.matcher(String.valueOf(context.header("Host"))).replaceFirst("");
    if (!ADDRESS.matcher(host).matches()
        && !host.equalsIgnoreCase("localhost")
        && !host.equalsIgnoreCase(bind)) {
      throw new RefusedException(
          Protocol.FORBIDDEN, "wrong Host header; allowed are localhost and addresses");
    }
  }
}
