package io.tidemark.driver.rabbitmq;

import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.settings.TlsStores;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Verification of TLS listeners, and the client's certificate. Without anything set the machine's
 * own certificate authorities are trusted and host names are checked.
 */
public record RabbitMqTlsOptions(
    @Key("PEM file with trusted CA certificates.") Optional<Path> ca,
    @Key("PKCS12 or JKS file with trusted CA certificates.") Optional<Path> trustStore,
    @Key(value = "Its password.", secret = true) String trustStorePassword,
    @Key("PKCS12 or JKS file with the client's key.") Optional<Path> keyStore,
    @Key(value = "Its password.", secret = true) String keyStorePassword,
    @Key(value = "Whether certificates must match the host.", orElse = "true")
        boolean verifyHostname,
    @Key(
            "Authenticate with the certificate of tls.keyStore instead of a password."
                + " Needs the plug-in rabbitmq_auth_mechanism_ssl. The management API still"
                + " uses user and password.")
        boolean saslExternal) {

  void check(SettingValues values) {
    ca.ifPresent(
        file -> TlsStores.check(values, "tls.ca", file, () -> TlsStores.authorities(file)));
    trustStore.ifPresent(
        file -> TlsStores.check(values, "tls.trustStore", file, trustStorePassword));
    keyStore.ifPresent(file -> TlsStores.check(values, "tls.keyStore", file, keyStorePassword));
    values.problemIf(
        ca.isPresent() && trustStore.isPresent(),
        "tls.ca",
        "stands beside tls.trustStore; allowed one of them");
    values.problemIf(
        saslExternal && keyStore.isEmpty(),
        "tls.saslExternal",
        "needs the certificate to log in with; set tls.keyStore");
    values.problemIf(
        saslExternal && values.has("oauth"),
        "tls.saslExternal",
        "stands beside oauth; allowed one of them");
  }

  /**
   * A context for new connections. Without {@code verifyHostname} it disables the check of host
   * names for all clients, including Java's HTTP client.
   */
  public SSLContext sslContext() throws IOException {
    TrustManager[] trusted = trustManagerFactory().getTrustManagers();
    return TlsStores.context(
        keyManagerFactory(), verifyHostname ? trusted : AnyHostTrust.of(trusted));
  }

  /** A client for http, or https with these options. */
  HttpClient httpClient(Duration connectTimeout, boolean https) throws IOException {
    // The server closes a connection whose first request has a body and offers HTTP/2.
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(connectTimeout);
    return https ? builder.sslContext(sslContext()).build() : builder.build();
  }

  /** Trusts the configured certificates, or those of the machine. */
  public TrustManagerFactory trustManagerFactory() throws IOException {
    Optional<KeyStore> authorities = Optional.empty();
    if (ca.isPresent()) {
      authorities = Optional.of(TlsStores.authorities(ca.get()));
    } else if (trustStore.isPresent()) {
      authorities = Optional.of(TlsStores.keyStore(trustStore.get(), trustStorePassword));
    }
    return TlsStores.trust(authorities);
  }

  /** The client's key, if there is one. */
  public Optional<KeyManagerFactory> keyManagerFactory() throws IOException {
    if (keyStore.isEmpty()) {
      return Optional.empty();
    }
    KeyStore keys = TlsStores.keyStore(keyStore.get(), keyStorePassword);
    return Optional.of(TlsStores.identity(keys, keyStorePassword));
  }

  @Override
  public String toString() {
    return "RabbitMqTlsOptions[ca=%s, trustStore=%s, keyStore=%s]"
        .formatted(ca, trustStore, keyStore);
  }

  /**
   * Trusts the same certificates as another trust manager, for any host: the connection is not
   * passed on, so that it does not check the host name.
   */
  static final class AnyHostTrust extends X509ExtendedTrustManager {
    private final X509TrustManager trusted;

    private AnyHostTrust(X509TrustManager trusted) {
      this.trusted = trusted;
    }

    static TrustManager[] of(TrustManager[] managers) {
      return Arrays.stream(managers)
          .map(each -> each instanceof X509TrustManager x509 ? new AnyHostTrust(x509) : each)
          .toArray(TrustManager[]::new);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      trusted.checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      trusted.checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      trusted.checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      trusted.checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      trusted.checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      trusted.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return trusted.getAcceptedIssuers();
    }
  }
}
