package io.tidemark.driver.ibmmq.mq;

import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Tls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import javax.jms.JMSException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Trust and identity from the stores of a driver file, without touching the JVM's own. */
final class TlsContext {
  private TlsContext() {}

  /** Without stores in the file, those of the JVM. */
  static boolean isNeededBy(Tls tls) {
    return !tls.trustStore().isEmpty() || !tls.keyStore().isEmpty();
  }

  static SSLContext of(Tls tls) throws JMSException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(tls), trustManagers(tls), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      JMSException wrong = new JMSException("TLS cannot be set up: " + e.getMessage());
      wrong.setLinkedException(e);
      throw wrong;
    }
  }

  private static TrustManager @Nullable [] trustManagers(Tls tls)
      throws GeneralSecurityException, IOException {
    if (tls.trustStore().isEmpty()) {
      return null;
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store(tls.trustStore(), tls.trustStorePassword()));
    return factory.getTrustManagers();
  }

  private static KeyManager @Nullable [] keyManagers(Tls tls)
      throws GeneralSecurityException, IOException {
    if (tls.keyStore().isEmpty()) {
      return null;
    }
    KeyStore store = store(tls.keyStore(), tls.keyStorePassword());
    if (!tls.certificateLabel().isEmpty()) {
      keepOnly(tls.certificateLabel(), store, tls.keyStore());
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, tls.keyStorePassword().toCharArray());
    return factory.getKeyManagers();
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

  private static KeyStore store(String file, String password)
      throws GeneralSecurityException, IOException {
    Path path = Path.of(file);
    if (!Files.isReadable(path)) {
      throw new IOException("file cannot be read: " + file);
    }
    return KeyStore.getInstance(path.toFile(), password.toCharArray());
  }
}
