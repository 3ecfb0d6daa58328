package io.tidemark.driver.ibmmq.mq;

import io.tidemark.driver.ibmmq.IbmMqConfiguration.Tls;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.jms.JMSException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

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

  private static TrustManager[] trustManagers(Tls tls)
      throws GeneralSecurityException, IOException {
    if (tls.trustStore().isEmpty()) {
      return null;
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store(tls.trustStore(), tls.trustStorePassword()));
    return factory.getTrustManagers();
  }

  private static KeyManager[] keyManagers(Tls tls) throws GeneralSecurityException, IOException {
    if (tls.keyStore().isEmpty()) {
      return null;
    }
    KeyStore store = store(tls.keyStore(), tls.keyStorePassword());
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, tls.keyStorePassword().toCharArray());
    KeyManager[] managers = factory.getKeyManagers();
    if (!tls.certificateLabel().isEmpty()) {
      if (!store.isKeyEntry(tls.certificateLabel())) {
        throw new IOException(
            "tls.certificateLabel: no key '" + tls.certificateLabel() + "' in " + tls.keyStore());
      }
      managers[0] = new OneKey((X509ExtendedKeyManager) managers[0], tls.certificateLabel());
    }
    return managers;
  }

  private static KeyStore store(String file, String password)
      throws GeneralSecurityException, IOException {
    Path path = Path.of(file);
    if (!Files.isReadable(path)) {
      throw new IOException("file cannot be read: " + file);
    }
    return KeyStore.getInstance(path.toFile(), password.toCharArray());
  }

  /** Always shows the key of one label. */
  private static final class OneKey extends X509ExtendedKeyManager {
    private final X509ExtendedKeyManager keys;
    private final String label;

    OneKey(X509ExtendedKeyManager keys, String label) {
      this.keys = keys;
      this.label = label;
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return label;
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return null;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return new String[] {label};
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return keys.getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return keys.getPrivateKey(alias);
    }
  }
}
