package software.amazon.msk.auth.iam;

import java.util.List;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;

/** In place of the one of Amazon's client jar; it is never asked. */
public final class IAMClientCallbackHandler implements AuthenticateCallbackHandler {
  @Override
  public void configure(
      Map<String, ?> configs, String mechanism, List<AppConfigurationEntry> entries) {}

  @Override
  public void handle(Callback[] callbacks) {
    throw new UnsupportedOperationException("no login is tried");
  }

  @Override
  public void close() {}
}
