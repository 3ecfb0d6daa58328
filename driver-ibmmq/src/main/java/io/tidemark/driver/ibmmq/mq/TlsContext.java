package io.tidemark.driver.ibmmq.mq;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Tls;
import io.tidemark.driver.settings.TlsStores;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import java.util.Optional;
import javax.jms.JMSException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Trust and identity from the stores of a driver file, without touching the JVM's own. */
final class TlsContext {
  private TlsContext() {}

  /** Without stores in the file, those of the JVM. */
  static boolean isNeededBy(Tls tls) {
    return !tls.trustStore().isEmpty() || !tls.keyStore().isEmpty();
  }

  static SSLContext of(Tls tls) throws JMSException {
    try {
      Optional<KeyStore> trusted =
          tls.trustStore().isEmpty()
              ? Optional.empty()
              : Optional.of(
                  TlsStores.keyStore(Path.of(tls.trustStore()), tls.trustStorePassword()));
      return TlsStores.context(identity(tls), TlsStores.trust(trusted).getTrustManagers());
    } catch (GeneralSecurityException | IOException e) {
      JMSException wrong = new JMSException("TLS cannot be set up: " + e.getMessage());
      wrong.setLinkedException(e);
      throw wrong;
    }
  }

  private static Optional<KeyManagerFactory> identity(Tls tls)
      throws GeneralSecurityException, IOException {
    if (tls.keyStore().isEmpty()) {
      return Optional.empty();
    }
    KeyStore store = TlsStores.keyStore(Path.of(tls.keyStore()), tls.keyStorePassword());
    if (!tls.certificateLabel().isEmpty()) {
      keepOnly(tls.certificateLabel(), store, tls.keyStore());
    }
    return Optional.of(TlsStores.identity(store, tls.keyStorePassword()));
  }

  /** In memory, so that the client can show this key only. */
  private static void keepOnly(String label, KeyStore store, String file)
      throws GeneralSecurityException, IOException {
    if (!store.isKeyEntry(label)) {
      throw new IOException("tls.certificateLabel: no key '" + label + "' in " + file);
    }
    for (String alias : Collections.list(store.aliases())) {
      if (!alias.equalsIgnoreCase(label)) {
        store.deleteEntry(alias);
      }
    }
  }
}
